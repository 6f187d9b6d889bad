import { Fragment, useEffect, useRef } from 'react';
import { useWorkspace } from '#src/log/workspace.ts';
import { separatorAfter } from '#src/lib/list-words.ts';
import { OutcomeAlert } from '#src/outcomes/Outcome.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { FIELDS, type FieldName } from './fields.ts';
import { messageOf, type SettledChange } from './messages.ts';

const Answered = ({ sent, onSaveAgain }: { sent: SettledChange; onSaveAgain: () => void }) => {
  const { place } = useWorkspace().service;
  const ref = useRef<HTMLDivElement>(null);
  // The message stands above the form and may be out of sight; where nobody has gone on elsewhere, it is gone to.
  useEffect(() => {
    const message = ref.current;
    const here = document.activeElement;
    if (!message || (here && here !== document.body && !message.parentElement?.contains(here))) return;
    message.tabIndex = -1;
    message.focus();
  }, []);
  return <OutcomeAlert message={messageOf(sent, place)} onAct={onSaveAgain} ref={ref} />;
};

const COUNTS = ['', 'Fix one field', 'Fix two fields', 'Fix three fields'];

const Faulty = ({
  names,
  onChoose,
}: {
  names: ReadonlySet<FieldName>;
  onChoose: (name: FieldName) => void;
}) => (
  <Alert tone="bad" title="Nothing was sent" live="alert">
    {COUNTS[names.size]} to continue:{' '}
    {FIELDS.filter(({ name }) => names.has(name)).map(({ name, label }, at) => (
      <Fragment key={name}>
        <a
          href={`#${name}`}
          onClick={(event) => {
            // Not by the address: that would be a way out of an unsaved form.
            event.preventDefault();
            onChoose(name);
          }}
        >
          {label}
        </a>
        {separatorAfter(at, names.size)}
      </Fragment>
    ))}
    .
  </Alert>
);

/** The one message above the form: what is faulty, else what came of the last request, else what the form is. */
export const FormMessage = ({
  noted,
  faulty,
  onChoose,
  onSaveAgain,
}: {
  noted: SettledChange | undefined;
  faulty: ReadonlySet<FieldName>;
  onChoose: (name: FieldName) => void;
  onSaveAgain: () => void;
}) => {
  if (faulty.size > 0) return <Faulty names={faulty} onChoose={onChoose} />;
  if (noted) return <Answered sent={noted} onSaveAgain={onSaveAgain} />;
  return (
    <Alert tone="info" title="Stored values can’t be read back">
      The service never returns them, so this form starts empty each time. Saving sends every field below.
    </Alert>
  );
};
