import { useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { deferred, loadStyles } from '#src/ui/deferred.tsx';
import href from './names.css?url';

const NamesDialog = deferred(async () => {
  const [{ NamesDialog: Dialog }] = await Promise.all([import('./NamesDialog.tsx'), loadStyles(href)]);
  return Dialog;
});

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
