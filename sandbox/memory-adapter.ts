import type { Adapter, AdapterPayload } from 'oidc-provider';

type Entry = { payload: AdapterPayload; expiresAt: number };

const SWEEP_EVERY = 500;

export const createMemoryAdapter = (now: () => number = Date.now) => {
  const entries = new Map<string, Entry>();
  let writes = 0;

  const sweep = () => {
    for (const [key, entry] of entries) if (entry.expiresAt <= now()) entries.delete(key);
  };
  const read = (key: string): AdapterPayload | undefined => {
    const entry = entries.get(key);
    return entry && entry.expiresAt > now() ? entry.payload : undefined;
  };
  const firstOf = (model: string, matches: (payload: AdapterPayload) => boolean) => {
    for (const [key, entry] of entries) {
      if (key.startsWith(`${model}:`) && entry.expiresAt > now() && matches(entry.payload))
        return entry.payload;
    }
    return undefined;
  };

  return (model: string): Adapter => ({
    upsert: async (id, payload, expiresInSeconds) => {
      writes += 1;
      if (writes % SWEEP_EVERY === 0) sweep();
      const expiresAt = expiresInSeconds ? now() + expiresInSeconds * 1000 : Infinity;
      entries.set(`${model}:${id}`, { payload, expiresAt });
    },
    find: async (id) => read(`${model}:${id}`),
    findByUid: async (uid) => firstOf(model, (payload) => payload.uid === uid),
    findByUserCode: async (userCode) => firstOf(model, (payload) => payload.userCode === userCode),
    consume: async (id) => {
      const payload = read(`${model}:${id}`);
      if (payload) payload.consumed = Math.floor(now() / 1000);
    },
    destroy: async (id) => {
      entries.delete(`${model}:${id}`);
    },
    revokeByGrantId: async (grantId) => {
      for (const [key, entry] of entries) {
        if (key.startsWith(`${model}:`) && entry.payload.grantId === grantId) entries.delete(key);
      }
    },
  });
};
