import { useEffect, useState, type ComponentProps } from 'react';
import { Note } from '#src/ui/Note.tsx';
import type { CallDetail } from './CallDetail.tsx';

type Detail = typeof CallDetail;

let loaded: Detail | undefined;

const load = async (): Promise<Detail> => {
  loaded ??= (await import('./CallDetail.tsx')).CallDetail;
  return loaded;
};

/** Loads the detail ahead of need. A failure is told when a call is opened. */
export const prefetchDetail = () => {
  load().catch(() => undefined);
};

/** The detail of a call. The board does without its code until a call is opened. */
export const DetailSlot = (props: ComponentProps<Detail>) => {
  const [Detail, setDetail] = useState(() => loaded);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    load().then(
      (next) => setDetail(() => next),
      () => setHasFailed(true),
    );
  }, []);
  if (hasFailed) {
    return (
      <section>
        <Note tone="bad" title="The detail could not be loaded" live="alert">
          Check the connection and reload the page.
        </Note>
      </section>
    );
  }
  return Detail && <Detail {...props} />;
};
