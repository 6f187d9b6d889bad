import { Fragment, useEffect, useRef } from 'react';
import { useScope } from '#src/journal/scope.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Note } from '#src/ui/alerts/Note.tsx';
import { FIELD_LABELS, type FieldName } from './provider.ts';
import { afterName, faultyWords, noteWords, type SentRequest } from './words.ts';

const FIELD_IDS: Record<FieldName, string> = {
  accountSid: 'account-sid',
  authToken: 'auth-token',
  phoneNumber: 'phone-number',
};

const Outcome = ({ sent, onSaveAgain }: { sent: SentRequest; onSaveAgain: () => void }) => {
  const { config, service } = useScope();
  const ref = useRef<HTMLDivElement>(null);
  const { tone, title, text, again } = noteWords(sent, {
    place: service.place,
    writeTimeoutSeconds: config.api.writeTimeoutSeconds,
  });
  // The note stands above the form and may be out of sight; where nobody has gone on elsewhere, it is gone to.
  useEffect(() => {
    const note = ref.current;
    const here = document.activeElement;
    if (!note || (here && here !== document.body && !note.parentElement?.contains(here))) return;
    note.tabIndex = -1;
    note.focus();
  }, []);
  return (
    <Note
      ref={ref}
      tone={tone}
      title={title}
      live={tone === 'ok' ? 'status' : 'alert'}
      actions={
        again && (
          <Button size="sm" icon="refresh" onClick={onSaveAgain}>
            Save again
          </Button>
        )
      }
    >
      {text}
    </Note>
  );
};

/** The one note above the form: what is faulty, else what came of the last request, else what the form is. */
export const FormNote = ({
  noted,
  faulty,
  onChoose,
  onSaveAgain,
}: {
  noted: SentRequest | undefined;
  faulty: readonly FieldName[];
  onChoose: (name: FieldName) => void;
  onSaveAgain: () => void;
}) => {
  if (faulty.length > 0) {
    return (
      <Note tone="bad" title="Nothing was sent" live="alert">
        {faultyWords(faulty)}
        {faulty.map((name, index) => (
          <Fragment key={name}>
            <a
              href={`#${FIELD_IDS[name]}`}
              onClick={(event) => {
                // Not by the address: that would be a way out of an unsaved form.
                event.preventDefault();
                onChoose(name);
              }}
            >
              {FIELD_LABELS[name]}
            </a>
            {afterName(index, faulty.length)}
          </Fragment>
        ))}
      </Note>
    );
  }
  if (noted) return <Outcome sent={noted} onSaveAgain={onSaveAgain} />;
  return (
    <Note tone="info" title="Stored values can’t be read back">
      The service never returns them, so this form starts empty each time. Saving sends every field below.
    </Note>
  );
};
