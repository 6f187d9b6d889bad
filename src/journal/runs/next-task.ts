/** Lets the page draw and take input before work on many rows goes on. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
