import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright/test';
import { chromiumLaunchOptions } from '../scripts/browser.mjs';
import { area, begin, button, heading, lines, webhooks } from './bulk-kit.ts';
import { expectOnce, holdWrites, lineStates, sentByAll } from './sending-kit.ts';
import { row, watch } from './calls-kit.ts';
import { expect, test as base } from './fixtures.ts';

// The browser's profile is on a small disk, mounted for this browser alone, that a test can fill.
const UNSHARE = 'unshare --user --map-root-user --mount';
const canMount = spawnSync(`${UNSHARE} mount -t tmpfs tmpfs /mnt`, { shell: true }).status === 0;
const { executablePath = chromium.executablePath(), ...launchOptions } = chromiumLaunchOptions();

type Disk = {
  fill: () => void;
  makeRoom: () => void;
};

const test = base.extend<{ profile: { folder: string; pidFile: string }; disk: Disk }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner insists on a pattern
  profile: async ({}, use, testInfo) => {
    await use({ folder: testInfo.outputPath('profile'), pidFile: testInfo.outputPath('pid') });
  },
  context: async ({ profile: { folder, pidFile }, contextOptions, baseURL, viewport }, use, testInfo) => {
    const script = testInfo.outputPath('browser.sh');
    writeFileSync(
      script,
      `#!/bin/sh -e
[ "$1" = --mounted ] || exec ${UNSHARE} "$0" --mounted "$@"
shift
mount -t tmpfs -o size=64m tmpfs '${folder}'
echo $$ > '${pidFile}'
exec '${executablePath}' "$@"
`,
      { mode: 0o755 },
    );
    const context = await chromium.launchPersistentContext(folder, {
      ...contextOptions,
      ...launchOptions,
      executablePath: script,
      baseURL: baseURL ?? '',
      viewport,
    });
    await use(context);
    await context.close();
  },
  disk: async ({ profile: { folder, pidFile } }, use) => {
    const file = () => join('/proc', readFileSync(pidFile, 'utf8').trim(), 'root', folder, 'filler');
    await use({
      fill: () => {
        const filler = openSync(file(), 'w');
        for (let size = 2 ** 20; size >= 1;) {
          try {
            writeSync(filler, Buffer.alloc(size));
          } catch {
            size = Math.floor(size / 2);
          }
        }
        closeSync(filler);
      },
      makeRoom: () => rmSync(file()),
    });
  },
});
test.skip(!canMount, 'This machine lets nobody mount a disk of their own.');

test(
  'stops a run when the disk is full',
  { tag: '@release' },
  async ({ page, context, signIn, disk, serviceLog }) => {
    const sent = sentByAll(context);
    const gate = await holdWrites(context);
    // As high as the list.
    await page.setViewportSize({ width: 1440, height: 1800 });
    await signIn('/webhooks/bulk');
    const all = webhooks(30);
    await begin(page, lines(all));
    await gate.release(4);
    await expect.poll(() => sent.length).toBe(8);
    disk.fill();
    // The last page of a file still takes a few rows.
    await gate.open();
    await expect(heading(page, /^Attaching stopped at .+: this browser’s storage failed$/)).toBeVisible();
    expect(sent.length).toBeLessThan(all.length);
    const { pathname } = new URL(page.url());
    await test.step('and checks calls nevertheless', async () => {
      await area(page, /^Calls/).click();
      await watch(page, 'sim-1s-running-1');
      await expect(page.getByText('This browser can’t save your calls.')).toBeVisible();
      await expect(row(page, 'sim-1s-running-1')).toContainText('In progress');
    });
    disk.makeRoom();
    await page.goto(pathname);
    await expect(heading(page, /^Attaching paused at \d+ of 30$/)).toBeVisible();
    await button(page, 'Resume attaching').click();
    await expect(heading(page, /^Finished: \d+ of 30 attached/)).toBeVisible();
    expect(sent.toSorted()).toEqual(all.toSorted());
    const shown = await lineStates(page);
    const having = (state: string) => all.filter((_, at) => shown[at] === `${at + 1} ${state}`);
    expect([...having('Accepted'), ...having('Unknown')].toSorted()).toEqual(all.toSorted());
    expect(having('Unknown').length).toBeGreaterThan(0);
    expectOnce(await serviceLog(), { attached: having('Accepted'), unknown: having('Unknown') });
  },
);
