import { fold } from '#src/lib/fold.ts';

/** In characters, without the blanks of a column. */
const MAX_HEADER_LENGTH = 100;

export const normalizeHeader = (cell: string): string => {
  const text = cell.trim();
  return text.length > MAX_HEADER_LENGTH ? '' : fold(text).replace(/[^\p{L}\d]/gu, '');
};

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** By character codes, since regular expressions take long for 10,000 lines. */
export const hasDigit = (value: string): boolean => {
  for (let at = value.length - 1; at >= 0; at -= 1) if (isDigit(value.charCodeAt(at))) return true;
  return false;
};

/** Between two values, as a part of a pattern. */
export const AND = 'and|und|et|y|e';

/** A date, a time or a number, as in `Calls;200` above a table. */
export const NUMBER = /^\d[\d.,:/\s-]*$/;

/** What is done to a pair. */
type Operation = 'attach' | 'detach';

/** What lists and mails call the two operations. `*`: with any ending. */
const OPERATION_WORDS: Record<Operation, string> = {
  attach:
    'attach* add added adding link connect assign associate create enable activate subscribe map bind register on hookup turnon switchon ' +
    'hinzufügen anhängen anbinden verknüpfen verbinden zuweisen zuordnen koppeln aktivieren einschalten ' +
    'rattach* ajout* associer relier lier connecter brancher activer conectar agrega* añad* asignar vincular asociar activar ' +
    'aggiung* collegare associare attivare adicionar adicione ligar associar ativar 追加 接続 登録 有効 紐付 紐づけ 連携',
  detach:
    'detach* remov* delet* del unlink disconnect unassign dissociate disassociate disable deactivate unsubscribe unmap unbind unregister deregister off unhook unplug takeoff turnoff switchoff ' +
    'entfern* lösch* abhängen abbinden trennen entkoppeln abkoppeln loskoppeln deaktivieren ausschalten ' +
    'retirer retirez retire retirar retirado retirada enlev* supprim* dissocier délier déconnecter débrancher désactiver désassocier desconectar quita* elimin* borrar desvincular desasociar desasignar desactivar ' +
    'rimuov* scollegare dissociare disattivare excluir exclua desligar desassociar desvincular desativar 削除 解除 切断 無効 取り外',
};

/** Below "Acción". Elsewhere, they are high and low. */
export const UNDER_HEAD: ReadonlyMap<string, Operation> = new Map([
  ['alta', 'attach'],
  ['baja', 'detach'],
]);

/** States in which a line is not meant to be sent. `over`: but it may well be detached. */
const STATE_WORDS = {
  wait:
    'draft* test tests testing onhold hold wait waiting pending tbd tbc later skip skipped ignore ignored exclude excluded reject* declined ' +
    'entwurf* warten wartet zurückgestellt später ignorieren überspringen ablehn* abgelehnt ' +
    'brouillon* enattente attendre plustard ignorer ignoré refusé refusée borrador* prueba pruebas enespera pendiente ignorar rechazad* ' +
    'bozza bozze prova inattesa ignorare rifiutat* rascunho* teste emespera pendente rejeitad* 下書き テスト 保留 未*',
  over:
    'old cancel cancelled canceled ended finished completed expired archive archived inactive paused stopped closed obsolete deprecated retired disabled ' +
    'alt storniert abgesagt beendet abgelaufen archiviert inaktiv pausiert gestoppt gesperrt geschlossen abgeschlossen veraltet deaktiviert ' +
    'ancien ancienne annulé annulée terminé terminée expiré expirée archivé archivée inactif inactive suspendu suspendue arrêté fermé obsolète désactivé ' +
    'antiguo antigua cancelado cancelada anulado anulada terminado terminada caducado archivado inactivo inactiva pausado pausada enpausa detenido detenida finalizado finalizada suspendido suspendida cerrado obsoleto desactivado ' +
    'vecchio vecchia annullato annullata terminato scaduto archiviato inattivo inattiva sospeso sospesa chiuso disattivato ' +
    'antigo antiga encerrado encerrada expirado arquivado inativo inativa pausada suspenso suspensa fechado desativado 中止 停止 終了 旧',
};

/** Headers of columns that say what to do. */
export const OPERATION_HEADS =
  'action actions operation operations op command change task todo aktion vorgang befehl aufgabe änderung acción operación accion tarea cambio opération tâche azione operazione ação operação アクション 操作 処理 作業'.split(
    ' ',
  );

/** In a sentence, these mean something else, as `del` in Spanish. */
const ONLY_ALONE = new Set(['on', 'off', 'del', 'map', 'link']);

const NEGATION = /(?<!\p{L})(?:not|don.?t|never|nicht|keine?|pas|non?|nao)(?!\p{L})|ない/u;

/** Below the name of an operation or a state. */
const YES = /^(?:true|yes|y|1|x|✓|✔|ja|j|s[ií]|oui|sim)$/i;
const NO = /^(?:false|no|n|0|nein|non|n[aã]o)$/i;

const TOTALS = new Set(
  'total totals totale totales totali totaux totaal sum sums summe summen gesamt gesamtsumme gesamtzahl gesamtergebnis zwischensumme somme suma soma summa razem toplam count anzahl nombre ergebnis итого всего сумма 合计 总计 合計 総計 합계'
    .split(' ')
    .map(fold),
);

/** `Grand total` and `Total général`, too. */
export const isTotalWord = (text: string): boolean =>
  TOTALS.has(fold(text).replace(/^(?:grand|sub)[ -]?(?=totals?(?: |$))|(?<=^total) general$/u, ''));

/** `Total: all`, but no ID such as `total-1`. */
export const beginsWithTotal = (cell: string): boolean => {
  const [words = ''] = /^\p{L}+(?:[ -]\p{L}+)?(?![\p{L}\d-])/u.exec(cell.trim()) ?? [];
  return words !== '' && (isTotalWord(words) || isTotalWord(words.split(' ', 1)[0] ?? ''));
};

/** `*`: with any ending. */
const readWords = <Key extends string>(table: Readonly<Record<Key, string>>) =>
  (Object.keys(table) as Key[]).flatMap((key) =>
    fold(table[key])
      .split(' ')
      .map((word) => ({ key, word: word.replace('*', ''), isStart: word.endsWith('*') })),
  );

const createWordFinder = <Key extends string>(table: Readonly<Record<Key, string>>) => {
  const words = readWords(table);
  const whole = new Map(words.filter(({ isStart }) => !isStart).map(({ word, key }) => [word, key]));
  const starts = words.filter(({ isStart }) => isStart);
  return (word: string): Key | undefined =>
    whole.get(word) ?? starts.find((start) => word.startsWith(start.word))?.key;
};

const findOperation = createWordFinder(OPERATION_WORDS);
const findState = createWordFinder(STATE_WORDS);
/** Japanese has no spaces. */
const JAPANESE = readWords(OPERATION_WORDS).filter(({ word }) => /[^a-z]/.test(word));

/** Of a cell that says nothing else. */
export const readOperation = (cell: string): Operation | undefined => {
  const word = normalizeHeader(cell).replace(/する$/, '');
  return /\d/.test(word) ? undefined : findOperation(word);
};

/** Of a sentence, unless it has both. */
const readSentence = (folded: string): Operation | undefined => {
  const words = folded.match(/(?<![\p{L}\d_-])\p{L}+(?![\p{L}\d_-])/gu) ?? [];
  const [operation, ...others] = new Set([
    ...words.flatMap((word) => (ONLY_ALONE.has(word) ? [] : (findOperation(word) ?? []))),
    // `turn off`
    ...words.flatMap((word, at) =>
      at + 1 < words.length ? (findOperation(word + words[at + 1]) ?? []) : [],
    ),
    ...JAPANESE.flatMap((one) => (folded.includes(one.word) ? one.key : [])),
  ]);
  return others.length === 0 ? operation : undefined;
};

/** What a cell or the heading above a line says to do; undefined if that is unknown. `isState`: it only says what is. */
export type Said = { word: string; operation?: Operation | undefined; isState?: boolean };

/** `Not yet`, `noch nicht` */
const NOT =
  /^(?:(?:please|bitte) )?(?:do |noch )?(?:not|don.?t|never|nicht|pas|todavia no|aun no|ainda nao|non ancora)(?=\s|$)/;

/** Of a cell in any column, why its line is not meant to be attached: `draft`, `not yet`, `remove`. */
export const readObjection = (cell: string): Said | undefined => {
  if (hasDigit(cell)) return undefined;
  const folded = fold(cell.trim());
  const word = normalizeHeader(cell);
  if (!ONLY_ALONE.has(word) && readOperation(cell) === 'detach') return { word: cell, operation: 'detach' };
  const state = NOT.test(folded) ? 'wait' : findState(word);
  return state && { word: cell, isState: true, operation: state === 'over' ? 'detach' : undefined };
};

/** At the end of a heading, and what may follow. */
const COLON = /\s*[:：][^\p{L}\d]*$/u;

export const endsWithColon = (text: string): boolean => COLON.test(text);

/** `Remove:`, `Please detach these 2:`, `Not yet` or `Do not attach` above pairs. The pattern would take long for a long text. */
export const readHeading = (text: string): Said & { isKnown: boolean } => {
  const word = text.replace(COLON, '').trim();
  const folded = fold(word);
  const operation = readOperation(word) ?? readSentence(folded);
  const objection = operation ? undefined : readObjection(word);
  return {
    word,
    operation: NEGATION.test(folded) ? undefined : operation,
    isKnown: operation !== undefined || objection !== undefined,
    ...objection,
  };
};

/** Columns that say yes of what may be sent. */
const MEANT_HEADS = {
  wait: 'approved confirmed ready include included go freigegeben bestätigt genehmigt approuvé confirmé aprobado confirmado approvato confermato aprovado',
  over: 'active enabled live aktiv aktiviert actif activé activo activado attivo attivato ativo ativado',
};
const findMeant = createWordFinder(MEANT_HEADS);

/** `no` below `Approved`, `x` below `Skip` or `Cancelled`: why a line is not meant to be attached. */
export const readFlaggedState = (head: string, cell: string): Said | undefined => {
  const name = normalizeHeader(head);
  const state = (NO.test(cell) && findMeant(name)) || (YES.test(cell) && findState(name));
  return state
    ? { word: `${head}: ${cell}`, isState: true, operation: state === 'over' ? 'detach' : undefined }
    : undefined;
};

/** `x` below `Remove` says to detach, `no` below it to attach. */
export const readFlag = (head: string, word: string): Said | undefined => {
  const operation = readOperation(head);
  if (!operation || !(YES.test(word) || NO.test(word))) return undefined;
  const opposite = operation === 'detach' ? 'attach' : 'detach';
  return { word: `${head}: ${word}`, operation: YES.test(word) ? operation : opposite };
};
