import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { begin, button, heading, key, lines, webhooks } from './bulk-kit.ts';
import { download } from './files-kit.ts';
import { expectOnce, fillDisk, holdWrites, lineStates, sentByAll, states } from './sending-kit.ts';

test(
  'stops and exports a run when storage fails',
  { tag: '@release' },
  async ({ page, signIn, context, serviceLog }) => {
    const sent = sentByAll(context);
    const gate = await holdWrites(context);
    await signIn('/webhooks/bulk');
    const all = webhooks(16);
    await begin(page, lines(all));
    await gate.release(4);
    await expect(key(page, 'Accepted 4')).toBeVisible();
    await expect.poll(() => sent.length).toBe(8);
    await fillDisk(page);
    await gate.release(4);
    await expect(heading(page, /^Attaching stopped at .+: this browser’s storage failed$/)).toBeVisible();
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'Nothing more is sent. Export the results, then reload the page.',
    );
    await expect.poll(() => lineStates(page)).toEqual(states([8, 'Accepted'], [8, 'Waiting']));
    await expectAccessible(page);
    const known = await download(page, () => button(page, 'Export results').click());
    expect(known.text.match(/,accepted,200,/g)).toHaveLength(8);
    expect(known.text.match(/,queued,/g)).toHaveLength(8);
    await expect(button(page, /^(Resume|Retry)/)).toHaveCount(0);
    expect(sent).toHaveLength(8);

    await button(page, 'Reload').click();
    await expect(heading(page, /^Attaching paused at \d+ of 16$/)).toBeVisible();
    await expect
      .poll(() => lineStates(page))
      .toEqual(states([4, 'Accepted'], [4, 'Unknown'], [8, 'Waiting']));
    await gate.open();
    await button(page, 'Resume attaching').click();
    await expect(heading(page, 'Finished: 12 of 16 attached')).toBeVisible();
    expect(sent.toSorted()).toEqual(all.toSorted());
    expectOnce(await serviceLog(), { attached: all.toSpliced(4, 4), unknown: all.slice(4, 8) });
  },
);
