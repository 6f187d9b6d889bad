import { MAX_RUN_TITLE } from '#src/log/run.ts';
import { InlineEdit } from '#src/ui/forms/InlineEdit.tsx';
import list from './PairList.module.css';

export const RunTitle = ({
  value = '',
  onSave,
}: {
  value?: string | undefined;
  onSave: (typed: string) => void;
}) => (
  <div className={list['runTitle']}>
    <InlineEdit
      aria-label="Title of the run"
      placeholder="Add a title, such as a ticket"
      maxLength={MAX_RUN_TITLE}
      value={value}
      onSave={onSave}
    />
  </div>
);
