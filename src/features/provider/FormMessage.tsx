import { Fragment, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { getOutcomeKind } from '#src/api/outcome.ts';
import { BASE } from '#src/lib/base.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { separatorAfter } from '#src/lib/count.ts';
import { OutcomeAlert } from '#src/outcomes/Outcome.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { describeChange, type SettledChange } from './provider-changes.ts';
import type { FieldName, FIELDS } from './fields.ts';

type ChangeProps = { isFormCleared: boolean; onSaveAgain: () => void };

const ChangeMessage = ({ change, isFormCleared, onSaveAgain }: ChangeProps & { change: SettledChange }) => {
  const { areas, service } = useWorkspace();
  const isSaved = change.operation === 'save' && getOutcomeKind(change.outcome) === 'accepted';
  const ref = useRef<HTMLDivElement>(null);
  // The focus stays in the form, where the next act is.
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <OutcomeAlert
      message={describeChange(change, service.origins, isFormCleared)}
      outcome={change.outcome}
      onAct={onSaveAgain}
      ref={ref}
    >
      {isSaved && areas.includes('calls') && (
        <>
          {' '}
          <Link href={`${BASE}calls`} state={{ focus: 'call-ids' }}>
            Look up a call
          </Link>{' '}
          to see that it works.
        </>
      )}
    </OutcomeAlert>
  );
};

const FIX_FIELDS = ['', 'Fix one field', 'Fix two fields', 'Fix three fields'];

const InvalidFields = ({
  invalid,
  onChoose,
}: {
  invalid: readonly (typeof FIELDS)[number][];
  onChoose: (name: FieldName) => void;
}) => (
  <Alert tone="bad" title="Nothing was sent" live="alert">
    {FIX_FIELDS[invalid.length]} to continue:{' '}
    {invalid.map(({ name, label }, at) => (
      <Fragment key={name}>
        <a
          href={`#${name}`}
          onClick={(event) => {
            // Following the link would leave the unsaved form.
            event.preventDefault();
            onChoose(name);
          }}
        >
          {label}
        </a>
        {separatorAfter(at, invalid.length)}
      </Fragment>
    ))}
    .
  </Alert>
);

export const FormMessage = ({
  change,
  invalid,
  onChoose,
  ...rest
}: ChangeProps & {
  change: SettledChange | undefined;
  invalid: readonly (typeof FIELDS)[number][];
  onChoose: (name: FieldName) => void;
}) => {
  // Newer than the fields' errors: an attempt to save hides the change before it.
  if (change) return <ChangeMessage change={change} {...rest} />;
  if (invalid.length > 0) return <InvalidFields invalid={invalid} onChoose={onChoose} />;
  return <Alert tone="info" title="Stored values can’t be read back" />;
};
