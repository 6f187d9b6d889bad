import type { Ref } from 'react';

/** Lets the person choose a file, usually a list: not shown, and pressed by a button through `ref`. */
export const FileInput = ({
  label,
  accept = '.csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values',
  onFile,
  ref,
}: {
  label: string;
  accept?: string;
  onFile: (file: File) => void;
  ref: Ref<HTMLInputElement>;
}) => (
  <input
    ref={ref}
    type="file"
    hidden
    accept={accept}
    aria-label={label}
    onChange={({ target }) => {
      const [file] = target.files ?? [];
      // The same file, corrected, can be chosen once more.
      target.value = '';
      if (file) onFile(file);
    }}
  />
);
