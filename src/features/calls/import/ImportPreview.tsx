import { counted, number } from '#src/lib/count.ts';
import { splitForDisplay } from '#src/lib/ids.ts';
import { withMarks } from '#src/lib/invisible.ts';
import { Checkbox } from '#src/ui/forms/Choice.tsx';
import type { IconName } from '#src/ui/Icon.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { StatusIcon, type Tone } from '#src/ui/Status.tsx';
import table from '#src/ui/table/Table.module.css';
import { StackedBar } from '#src/ui/table/FilterBar.tsx';
import type { Found, Places } from './read.ts';
import { placesInWords, roundInWords } from './words.ts';
import styles from './Import.module.css';
import { MOST_CALLS } from '#src/features/calls/board/edits.ts';

const SAMPLES = 8;

type Part = { label: string; count: number; tone: Tone; icon: IconName };

const partsOf = ({ fresh, already, repeated, unusable }: Found): Part[] => [
  { label: 'New', count: fresh, tone: 'live', icon: 'dot' },
  { label: 'Already watched', count: already, tone: 'none', icon: 'eye' },
  { label: 'Repeated', count: repeated.count, tone: 'other', icon: 'copy' },
  { label: 'Not usable', count: unusable.count, tone: 'bad', icon: 'bad' },
];

const Count = ({ label, count, children }: { label: string; count: number; children?: React.ReactNode }) => (
  <li>
    {children}
    {label} <b>{number(count)}</b>
  </li>
);

const Where = ({ label, places, unit }: { label: string; places: Places; unit: 'line' | 'ID' }) =>
  places.count > 0 && (
    <p>
      {label} <span className="second">{placesInWords(places, unit)}</span>
    </p>
  );

/** What was found, where it is not used, and what watching it will mean. */
export const ImportPreview = ({
  found,
  room,
  perSecond,
  unit,
}: {
  found: Found;
  room: number;
  perSecond: number;
  unit: 'line' | 'ID';
}) => {
  const parts = partsOf(found);
  const taken = Math.min(found.fresh, room);
  return (
    <>
      <div className={styles['filterBar']}>
        <StackedBar parts={parts} />
        <ul>
          <Count label="IDs found" count={found.found} />
          {parts.map(
            ({ label, count, tone, icon }) =>
              (count > 0 || tone === 'live') && (
                <Count key={label} label={label} count={count}>
                  <StatusIcon tone={tone} icon={icon} />
                </Count>
              ),
          )}
          {found.blank > 0 && <Count label="Blank lines" count={found.blank} />}
          {found.empty.count > 0 && <Count label="Nothing in this column" count={found.empty.count} />}
          {found.header && <Count label="Header" count={1} />}
        </ul>
      </div>
      {found.fresh > room && (
        <Alert tone="warn" title={`Room for ${counted(room, 'call')}`}>
          The board holds {number(MOST_CALLS)} calls at most.{' '}
          {room > 0 && `The first ${number(room)} are taken, `}
          {counted(found.fresh - room, 'call')} left out.
        </Alert>
      )}
      <div className={styles['where']}>
        <Where label="Not usable, too long or of more than one line:" places={found.unusable} unit={unit} />
        <Where label="Not read, a quote is out of place or never closed:" places={found.broken} unit={unit} />
        <Where label="Repeated:" places={found.repeated} unit={unit} />
        <Where label="Nothing in this column:" places={found.empty} unit={unit} />
      </div>
      {taken > 0 && (
        <>
          <div>
            <h3>{taken > SAMPLES ? `First ${SAMPLES} of ${counted(taken, 'call')}` : 'To be watched'}</h3>
            <ul className={styles['sample']}>
              {found.ids.slice(0, SAMPLES).map((id) => {
                const [head, tail] = splitForDisplay(withMarks(id));
                return (
                  <li key={id} title={id} className={table['id']}>
                    <span>{head}</span>
                    {tail && <span>{tail}</span>}
                  </li>
                );
              })}
            </ul>
          </div>
          <p className="second">{roundInWords(taken, perSecond)}</p>
        </>
      )}
    </>
  );
};

/** Asks about characters that nobody sees: they often come with pasting, and are dropped only where the person says so. */
export const InvisibleIds = ({
  found,
  unit,
  isDropped,
  onDrop,
}: {
  found: Found;
  unit: 'line' | 'ID';
  isDropped: boolean;
  onDrop: (isDropped: boolean) => void;
}) => {
  const { count } = found.invisible;
  if (count === 0) return null;
  return (
    <>
      <Alert
        tone="warn"
        title={`${counted(count, 'ID')} ${count === 1 ? 'has' : 'have'} characters that can’t be seen`}
      >
        The first is <bdi className="mono">{withMarks(found.firstInvisible ?? '')}</bdi>; see{' '}
        {placesInWords(found.invisible, unit)}. Such characters often come with pasting.{' '}
        {isDropped ? 'They are left out.' : 'The service is asked for these IDs as they stand.'}
      </Alert>
      <Checkbox checked={isDropped} onChange={({ target }) => onDrop(target.checked)}>
        Leave these characters out
      </Checkbox>
    </>
  );
};
