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
    'retir* enlev* supprim* dissocier délier déconnecter débrancher désactiver désassocier desconectar quita* elimin* borrar desvincular desasociar desasignar desactivar ' +
    'rimuov* scollegare dissociare disattivare excluir exclua desligar desassociar desvincular desativar 削除 解除 切断 無効 取り外',
};

/** Headers of columns that say what to do. */
export const OPERATION_HEADS =
  'action actions operation operations op command change task todo aktion vorgang befehl aufgabe änderung acción operación accion tarea cambio opération tâche azione operazione ação operação アクション 操作 処理 作業'.split(
    ' ',
  );

/** Columns whose few words say nothing about what to do. */
export const OTHER_HEADS =
  'owner name country market region city language locale priority team brand client customer agency product channel currency category land markt sprache kunde marke kanal pays langue marque équipe responsable país idioma cliente equipo paese lingua'.split(
    ' ',
  );

/** In a sentence, these mean something else, as `del` in Spanish. */
const ONLY_ALONE = new Set(['on', 'off', 'del', 'map', 'link']);

const NEGATION = /(?<!\p{L})(?:not|don.?t|never|nicht|keine?|pas|non?|nao)(?!\p{L})|ない/u;

/** Below the name of an operation, or of a state. */
const YES = /^(?:true|yes|y|1|x|✓|✔|ja|j|s[ií]|oui|sim)$/i;
const NO = /^(?:false|no|n|0|nein|non|n[aã]o)$/i;
const IS_ON = /^(?:is)?(?:enabled?|active|activo|actif|attivo|ativo|aktiv|aktiviert|live)$/;

/** Which of two columns it is. */
const AGE_WORDS = {
  new: 'new newer nuevo nueva nuevos nuevas neu neue neuer neues neuen nouveau nouvelle nuovo nuova novo nova nieuw nieuwe to after with add added attach nach target 新',
  old: 'old older previous current existing from before remove removed detach replace replaced alt alte alter altes alten bisher bisherig bisherige bisheriger aktuell aktuelle aktueller von vorher ancien ancienne actuel actuelle actual antiguo antigua anterior viejo vieja vecchio vecchia attuale precedente antigo antiga atual oud oude huidig huidige 旧',
};
const AGES = new Map(
  (['new', 'old'] as const).flatMap((age) => AGE_WORDS[age].split(' ').map((word) => [fold(word), age])),
);

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

const WORDS = (['attach', 'detach'] as const).flatMap((operation) =>
  fold(OPERATION_WORDS[operation])
    .split(' ')
    .map((word) => ({ operation, word: word.replace('*', ''), isStart: word.endsWith('*') })),
);
const WHOLE = new Map(
  WORDS.filter(({ isStart }) => !isStart).map(({ word, operation }) => [word, operation]),
);
const STARTS = WORDS.filter(({ isStart }) => isStart);
/** Japanese has no spaces. */
const JAPANESE = WORDS.filter(({ word }) => /[^a-z]/.test(word));

const findOperation = (word: string): Operation | undefined =>
  WHOLE.get(word) ?? STARTS.find((start) => word.startsWith(start.word))?.operation;

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
    ...words.flatMap((word, at) => WHOLE.get(word + (words[at + 1] ?? '')) ?? []),
    ...JAPANESE.flatMap((one) => (folded.includes(one.word) ? one.operation : [])),
  ]);
  return others.length === 0 ? operation : undefined;
};

/** `Webhook nuevo` and `newWebhookId`: which of two it is, and the name without this. */
export const readAge = (cell: string): { age: 'new' | 'old' | undefined; name: string } => {
  const words = cell
    .slice(0, MAX_HEADER_LENGTH)
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})|(?<=^[新旧])/gu, ' ')
    .split(/[^\p{L}\p{M}\d]+/u)
    .map(normalizeHeader)
    .filter((word) => word !== '');
  const ages = words.flatMap((word) => AGES.get(word) ?? []);
  return {
    age: new Set(ages).size === 1 ? ages[0] : undefined,
    name: words.filter((word) => !AGES.has(word)).join(''),
  };
};

/** What a cell or the heading above a line says to do; undefined if that is unknown. */
export type Said = { word: string; operation?: Operation | undefined };

/** In characters. */
const MAX_HEADING = 200;

/** `OPS-4711: ` and `Re: ` before what a heading says. */
const TOPIC = /^(?:(?:(?:\p{L}+ )?[^\s:：]*\d[^\s:：]*|re|aw|fwd?|wg|tr|rv)[:：]\s+)+(?=\p{L})/iu;

/** At the end of a heading, and what may follow. */
const COLON = /[:：][^\p{L}\d]*$/u;

/** `Remove:`, `Please detach these 2:` or `Do not attach` above pairs, also in lists of words. */
export const readHeading = (cells: readonly string[], isWords: boolean): Said | undefined => {
  const filled = cells.filter((cell) => cell.trim() !== '');
  const hasColon = filled.some((cell) => cell.includes(':') || cell.includes('：'));
  // Most lines.
  if (!hasColon && ((!isWords && filled.length > 1) || cells.some(hasDigit))) return undefined;
  const text = filled.join(' ').trim().replace(TOPIC, '');
  const word = text.replace(COLON, '').trim();
  const holdsId = /[^\s(\d]\d|\d[^\s)\d]/.test(word);
  if ((holdsId && !COLON.test(text)) || text.length > MAX_HEADING || (word === text && /[:：]/.test(text)))
    return undefined;
  const folded = fold(text);
  const operation = readOperation(word) ?? readSentence(folded);
  return operation && { word, operation: NEGATION.test(folded) ? undefined : operation };
};

export const isFlag = (word: string): boolean => YES.test(word) || NO.test(word);

/** `x` below `Remove`, `no` below `Attach` and `FALSE` below `Enabled`. A list to detach may well be of what is enabled. */
export const readFlag = (head: string, word: string): Said | undefined => {
  const operation = readOperation(head);
  if (operation && YES.test(word)) return { word: `${head}: ${word}`, operation };
  if (!NO.test(word) || !(operation ?? IS_ON.test(normalizeHeader(head)))) return undefined;
  return { word: `${head}: ${word}`, operation: operation === 'detach' ? 'attach' : 'detach' };
};
