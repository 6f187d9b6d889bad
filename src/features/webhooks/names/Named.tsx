import type { ReactNode } from 'react';
import { escapeId } from '#src/lib/invisible.ts';
import { useNameBook, type NameKind } from './names.ts';

export const Named = ({ kind, id, children }: { kind: NameKind; id: string; children?: ReactNode }) => {
  const name = useNameBook()[kind].get(id);
  return (
    <>
      {children ?? <bdi className="mono">{escapeId(id)}</bdi>}
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
