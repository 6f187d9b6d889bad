import sprite from './icons.svg';

export type IconName =
  | 'bad'
  | 'calls'
  | 'copy'
  | 'dots'
  | 'down'
  | 'download'
  | 'dup'
  | 'eye'
  | 'held'
  | 'hooks'
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
  | 'out'
  | 'pause'
  | 'play'
  | 'provider'
  | 'refresh'
  | 'rest'
  | 'right'
  | 'screen'
  | 'search'
  | 'skip'
  | 'sortd'
  | 'stuck'
  | 'sun'
  | 'undo'
  | 'upload'
  | 'wait'
  | 'warn'
  | 'x';

/** A 16 px line icon in the colour of its surroundings. It says nothing by itself: a word stands beside it. */
export const Icon = ({ name, spin = false }: { name: IconName; spin?: boolean }) => (
  <svg className={spin ? 'i spin' : 'i'} aria-hidden="true">
    <use href={`${sprite}#${name}`} />
  </svg>
);
