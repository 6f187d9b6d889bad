import { useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { deferred } from '#src/ui/deferred.tsx';

const NamesDialog = deferred(async () => (await import('./NamesDialog.tsx')).NamesDialog);

/** Opens the names of campaigns and webhooks. */
export const NamesButton = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="bare" style={{ marginInline: 'auto -12px' }} onClick={() => setOpen(true)}>
        Names…
      </Button>
      {isOpen && <NamesDialog onClose={() => setOpen(false)} />}
    </>
  );
};
