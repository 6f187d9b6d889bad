import type { Locator, Page } from 'playwright/test';

/** Pastes by keyboard into the focused element. */
export const paste = async (page: Page, text: string) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+v');
};

/** Chooses a file by the button that opens the picker. */
export const chooseFile = async (
  opener: Locator,
  name: string,
  content: string,
  encoding: 'utf8' | 'utf16le' = 'utf8',
) => {
  const chooser = opener.page().waitForEvent('filechooser');
  await opener.click();
  await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content, encoding) });
};

/** Drags files over the page, away from it, or drops them. */
export const drag = (page: Page, type: 'dragover' | 'dragleave' | 'drop', ...contents: string[]) =>
  page.evaluate(
    ([kind, texts]) => {
      const dataTransfer = new DataTransfer();
      for (const text of texts) dataTransfer.items.add(new File([text], 'dropped.csv', { type: 'text/csv' }));
      document.body.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [type, contents] as const,
  );

/** The file that `save` downloads. */
export const download = async (page: Page, save: () => Promise<void>) => {
  const [file] = await Promise.all([page.waitForEvent('download'), save()]);
  const chunks: Buffer[] = await (await file.createReadStream()).toArray();
  return { name: file.suggestedFilename(), text: Buffer.concat(chunks).toString('utf8') };
};
