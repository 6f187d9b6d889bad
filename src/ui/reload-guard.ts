// Whether the page may reload by itself: never where that would lose what somebody typed or began.

const blockers = new Set<() => boolean>();

/** Keeps the page from reloading by itself while `isBusy` says so. The result ends that. */
export const blockReload = (isBusy: () => boolean): (() => void) => {
  blockers.add(isBusy);
  return () => blockers.delete(isBusy);
};

const CHOICES = new Set(['checkbox', 'radio', 'button', 'submit', 'range', 'color']);

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Fields that were typed in since the page stands. Weakly: with a field its whole page would be held, once it is left. */
const typedIn = new WeakSet<Field>();

const note = ({ target }: Event) => {
  const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
  if (isField && !CHOICES.has(target.type)) typedIn.add(target);
};

/** Follows which fields are typed in, those of every area alike. */
export const followTyping = (): void => addEventListener('input', note, { capture: true });

const isTyped = (): boolean =>
  [...document.querySelectorAll<Field>('input, textarea')].some(
    (field) => typedIn.has(field) && field.value !== '',
  );

/** Nothing is typed, open or under way that a reload would lose. */
export const mayReload = (): boolean =>
  !isTyped() && document.querySelector('dialog[open]') === null && ![...blockers].some((isBusy) => isBusy());
