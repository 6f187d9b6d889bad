/** Longer than any browser takes to take it. */
const TAKEN_MS = 10_000;

/** Hands a text, in parts or whole, to the person as a file. `type` as a MIME type. */
export const download = (parts: readonly string[], name: string, type: string): void => {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_MS);
};
