import sprite from './icons.svg';

export type IconName =
  | 'bad'
  | 'calendar'
  | 'calls'
  | 'columns'
  | 'copy'
  | 'descending'
  | 'dot'
  | 'dots'
  | 'down'
  | 'download'
  | 'duplicate'
  | 'eye'
  | 'eye-off'
  | 'info'
  | 'keys'
  | 'left'
  | 'link'
  | 'live'
  | 'message'
  | 'moon'
  | 'none'
  | 'ok'
  | 'other'
  | 'pause'
  | 'paused'
  | 'play'
  | 'plus'
  | 'provider'
  | 'refresh'
  | 'right'
  | 'screen'
  | 'search'
  | 'share'
  | 'sign-out'
  | 'skip'
  | 'stuck'
  | 'summary'
  | 'sun'
  | 'tag'
  | 'undo'
  | 'upload'
  | 'wait'
  | 'warn'
  | 'webhooks'
  | 'x';

/** Says nothing to a screen reader: put a word beside it. */
export const Icon = ({ name, spin = false }: { name: IconName; spin?: boolean }) => (
  <svg className={spin ? 'i spin' : 'i'} aria-hidden="true">
    <use href={`${sprite}#${name}`} />
  </svg>
);
