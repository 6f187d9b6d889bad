const FEWEST_SLOTS = 2 ** 10;

const slotOf = (campaign: number, webhook: number, slots: number): number => {
  // Numbers count up side by side: two rounds of mixing (as of MurmurHash3) spread them.
  let mixed = Math.imul(campaign, 0x9e_37_79_b1) + webhook;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85_eb_ca_6b);
  return (mixed ^ (mixed >>> 13)) & (slots - 1);
};

/**
 * Every pair once, by its number: a table of its own, since a Map of 250,000 combined keys takes several times as long,
 * in which the page could not answer. Made for about as many as are expected.
 */
export const createPairNumbers = (expected: number) => {
  const campaigns: number[] = [];
  const webhooks: number[] = [];
  /** Numbers of pairs plus one, so that 0 is free; never more than half full. */
  let slots = new Int32Array(Math.max(FEWEST_SLOTS, 2 ** Math.ceil(Math.log2(expected * 2 + 2))));

  /** The slot of a pair, or the free one where it belongs. */
  const find = (campaign: number, webhook: number): number => {
    let slot = slotOf(campaign, webhook, slots.length);
    for (;;) {
      const number = (slots[slot] ?? 0) - 1;
      if (number === -1 || (campaigns[number] === campaign && webhooks[number] === webhook)) return slot;
      slot = (slot + 1) & (slots.length - 1);
    }
  };

  const grow = (): void => {
    slots = new Int32Array(slots.length * 2);
    for (const [number, campaign] of campaigns.entries())
      slots[find(campaign, webhooks[number] ?? -1)] = number + 1;
  };

  return {
    count: () => campaigns.length,
    /** The number of a pair, by the numbers of its two texts. */
    numberOf: (campaign: number, webhook: number): number => {
      const slot = find(campaign, webhook);
      const known = (slots[slot] ?? 0) - 1;
      if (known !== -1) return known;
      const number = campaigns.push(campaign) - 1;
      webhooks.push(webhook);
      slots[slot] = number + 1;
      if (campaigns.length * 2 > slots.length) grow();
      return number;
    },
  };
};

export type PairNumbers = ReturnType<typeof createPairNumbers>;
