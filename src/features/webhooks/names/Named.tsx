import type { ReactNode } from 'react';
import { withMarks } from '#src/lib/invisible.ts';
import { useNameBook, type NameKind } from './names.ts';

/**
 * An ID, and quietly beside it the name that the person gave it, if any. `children` stand for the ID where it is drawn in
 * another way. A name may be written from right to left: it keeps that to itself.
 */
export const Named = ({ kind, id, children }: { kind: NameKind; id: string; children?: ReactNode }) => {
  const name = useNameBook()[kind].get(id);
  return (
    <>
      {children ?? <bdi className="mono">{withMarks(id)}</bdi>}
      {name !== undefined && (
        <>
          {' '}
          <span className="quiet">
            (<bdi>{name}</bdi>)
          </span>
        </>
      )}
    </>
  );
};
