import { expect, test } from 'playwright/test';
import { PROVIDER, serviceOf, type Call } from './testing/service-kit.ts';

const ok = (): Response => new Response('{}', { status: 200 });
const sentBody = (call: Call | undefined): object => {
  const body = call?.init.body;
  return typeof body === 'string' ? JSON.parse(body) : {};
};

test('R2: another identifier takes the place of the literal one in paths and fields', async () => {
  const { service, calls } = serviceOf(ok, { provider: { identifier: 'acme' } });
  await service.updateProvider({ ...PROVIDER, voiceProvider: 'PROVIDER_B' });
  await service.deleteProvider();
  expect(calls.map(({ url }) => url)).toEqual([
    'https://service.example/api/v3/update_acme',
    'https://service.example/api/v3/delete_acme',
  ]);
  expect(sentBody(calls[0])).toEqual({
    acmeAccountSid: 'AP4c19',
    acmeAuthToken: 's3cret',
    acmePhoneNumber: '+44 20 7946 0018',
    voiceProvider: 'PROVIDER_B',
  });
});

test('R2: the voice provider field has a setting of its own', async () => {
  const { service, calls } = serviceOf(ok, { provider: { voiceProviderField: 'voice' } });
  await service.updateProvider({
    ...PROVIDER,
    voiceProvider: 'X',
  });
  expect(sentBody(calls[0])).toMatchObject({ voice: 'X', providerAccountSid: 'AP4c19' });
});

test('R9, R11: digits stay strings on the wire', async () => {
  const { service, calls } = serviceOf(ok);
  await service.updateProvider({ accountSid: '00123', authToken: '007', phoneNumber: '5550100' });
  expect(calls[0]?.init.body).toBe(
    '{"providerAccountSid":"00123","providerAuthToken":"007","providerPhoneNumber":"5550100"}',
  );
});

test('R12: a voice provider that is not chosen leaves its key out', async () => {
  const { service, calls } = serviceOf(ok);
  await service.updateProvider(PROVIDER);
  await service.updateProvider({ ...PROVIDER, voiceProvider: undefined });
  await service.updateProvider({ ...PROVIDER, voiceProvider: 'PROVIDER_A' });
  const keys = calls.map((call) => Object.keys(sentBody(call)));
  const required = ['providerAccountSid', 'providerAuthToken', 'providerPhoneNumber'];
  expect(keys).toEqual([required, required, [...required, 'voiceProvider']]);
});
