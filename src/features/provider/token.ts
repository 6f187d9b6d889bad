/**
 * The secret, which is kept by its input and by nothing else. A request that waits for its turn can still take it
 * after the page was left; then, and once it was accepted, the input is emptied, since a removed one lives on for a while.
 */
export const tokenInInput = () => {
  let input: HTMLInputElement | undefined;
  let isPromised = false;
  let isLeft = false;
  const forget = (): void => {
    if (input) input.value = '';
  };
  return {
    /** Follows the input that stands on the page; for its `ref`. */
    hold: (next: HTMLInputElement | null): void => {
      if (next) input = next;
    },
    /** A request has been asked for and will take the token. */
    promise: (): void => {
      isPromised = true;
    },
    /** The token as it was typed. At the moment of sending, and only then. */
    take: (): string => {
      const token = input?.value ?? '';
      isPromised = false;
      if (isLeft) forget();
      return token;
    },
    forget,
    /** The page is shown. Gives back how to leave it. */
    enter: () => {
      isLeft = false;
      return (): void => {
        isLeft = true;
        if (!isPromised) forget();
      };
    },
  };
};
