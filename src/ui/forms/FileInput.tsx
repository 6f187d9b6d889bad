import type { Ref } from 'react';

/** Not shown: a button clicks it through `ref`. */
export const FileInput = ({
  label,
  onFile,
  ref,
}: {
  label: string;
  onFile: (file: File) => void;
  ref: Ref<HTMLInputElement>;
}) => (
  <input
    ref={ref}
    type="file"
    hidden
    accept=".csv,.tsv,.txt,text/*"
    aria-label={label}
    onChange={({ target }) => {
      const [file] = target.files ?? [];
      // Else choosing the same file again, now corrected, would be no change.
      target.value = '';
      if (file) onFile(file);
    }}
  />
);
