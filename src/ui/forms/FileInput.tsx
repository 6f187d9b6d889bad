import type { Ref } from 'react';

/** Not shown: a button clicks it through `ref`. */
export const FileInput = ({
  label,
  accept = '.csv,.tsv,.txt,text/*',
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
      // Otherwise choosing the same file again, corrected, would fire no event.
      target.value = '';
      if (file) onFile(file);
    }}
  />
);
