import { formatTime } from '#src/lib/timestamp.ts';
import { Status, type StatusLook } from '#src/ui/Status.tsx';
import type { Plot } from './plot.ts';
import type { Run } from '#src/features/calls/call/history.ts';
import styles from './StatusPlot.module.css';

const LANE = 24;

const at = (x: number) => `${x}%`;

/** The picture in a sentence. */
const sentence = (runs: readonly Run[], lookOf: (status: string) => StatusLook, isFresh: boolean): string => {
  const [first, ...rest] = runs.filter((run) => run.kind === 'status');
  if (!first) return 'No status was seen.';
  const later = rest.map((run) => `, ${lookOf(run.status).word} from ${formatTime(run.from)}`).join('');
  const last = runs.at(-1);
  const end = isFresh ? ' until now' : last ? `, last checked at ${formatTime(last.until)}` : '';
  const since = formatTime(first.from);
  return `Statuses seen since ${since}: ${lookOf(first.status).word}${later}${end}. Nothing was seen from here before ${since}.`;
};

/** A lane a status over time. Positions are percentages, so that no script need measure anything. */
export const StatusPlot = ({
  plot,
  runs,
  lookOf,
  isFresh,
}: {
  plot: Plot;
  runs: readonly Run[];
  lookOf: (status: string) => StatusLook;
  isFresh: boolean;
}) => {
  const { lanes, bars, dot, hatched, ticks, labels, now } = plot;
  const looks = lanes.map(lookOf);
  const height = lanes.length * LANE;
  return (
    <div className={styles['plot']}>
      <div className={styles['names']} aria-hidden="true">
        {looks.map((look, lane) => (
          <Status key={lanes[lane]} {...look} />
        ))}
      </div>
      <svg height={height + 34} role="img" aria-label={sentence(runs, lookOf, isFresh)}>
        <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0v5" />
        </pattern>
        <rect className={styles['ground']} width="100%" height={height} rx="4" />
        {hatched.map(({ x, width }) => (
          <rect key={x} x={at(x)} width={at(width)} height={height} fill="url(#hatch)" />
        ))}
        {labels.map(({ x }) => (
          <line key={x} x1={at(x)} x2={at(x)} y1="0" y2={height} />
        ))}
        {bars.map(({ lane, x, width }) => (
          <rect
            key={`${lane} ${x}`}
            data-tone={looks[lane]?.tone}
            x={at(x)}
            y={lane * LANE + 8}
            width={at(width)}
            height="8"
            rx="2"
          />
        ))}
        {dot && <circle data-tone={looks[dot.lane]?.tone} cx={at(dot.x)} cy={dot.lane * LANE + 12} r="5" />}
        {now !== undefined && (
          <line className={styles['now']} x1={at(now)} x2={at(now)} y1="0" y2={height + 6} />
        )}
        {ticks.map((x) => (
          <line key={x} className={styles['tick']} x1={at(x)} x2={at(x)} y1={height + 3} y2={height + 9} />
        ))}
        {labels.map(({ x, text, anchor }) => (
          <text key={x} x={at(x)} y={height + 26} textAnchor={anchor}>
            {text}
          </text>
        ))}
      </svg>
    </div>
  );
};
