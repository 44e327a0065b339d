import { ServiceUnderTest } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IdentityProvidersModule } from '../identity-providers.module.js';
import { IDENTITY_PROVIDERS } from '../identity-providers.options.js';
import { FLOW_LIFETIME_SECONDS, type Flow, FlowStore } from './flow-store.js';

const service = new ServiceUnderTest(IdentityProvidersModule, IDENTITY_PROVIDERS, 1, {
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
});
let stores: [FlowStore, FlowStore];

beforeAll(async () => {
  await service.open();
  await service.startReplicas(2);
  stores = service.replicas.map(({ app }) => app.get(FlowStore)) as [FlowStore, FlowStore];
});
afterAll(() => service.stop());

const flow: Flow = {
  realmId: 1,
  realmUrl: 'https://chat.example',
  provider: 'oidc:corp',
  browserHash: 'browser',
  secrets: { nonce: 'secret nonce' },
};

describe('a flow at a provider', () => {
  it('is found and taken by any replica', async () => {
    const [one, other] = stores;
    const state = await one.begin(flow);

    expect(await other.find(state)).toEqual(flow);
    expect(await other.take(state, flow)).toEqual(flow);
    expect(await one.find(state)).toBeNull();
  });

  it('is taken once by sixteen simultaneous calls at two replicas', async () => {
    const state = await stores[0].begin(flow);

    const taken = await Promise.all(
      Array.from({ length: 16 }, (_, n) => (stores[n % 2] as FlowStore).take(state, flow)),
    );

    expect(taken.filter((flow) => flow !== null)).toEqual([flow]);
  });

  it('is neither given to another browser or provider, nor ended by them', async () => {
    const [store] = stores;
    const state = await store.begin(flow);

    expect(await store.take(state, { ...flow, browserHash: 'another browser' })).toBeNull();
    expect(await store.take(state, { ...flow, provider: 'oidc:other' })).toBeNull();
    expect(await store.take(state, flow)).toEqual(flow);
  });

  it('ends after ten minutes', async () => {
    const [store] = stores;
    const keysBefore = new Set(await service.redis.redis.keys('*flow:*'));
    await store.begin(flow);

    const [key = ''] = (await service.redis.redis.keys('*flow:*')).filter((key) => !keysBefore.has(key));

    expect(await service.redis.redis.ttl(key)).toBeLessThanOrEqual(FLOW_LIFETIME_SECONDS);
    expect(await service.redis.redis.ttl(key)).toBeGreaterThan(FLOW_LIFETIME_SECONDS - 60);
  });

  it('leaves neither its state nor its secrets readable in Redis', async () => {
    const state = await stores[0].begin(flow);

    const keys = await service.redis.redis.keys('*flow:*');
    const values = await Promise.all(keys.map((key) => service.redis.redis.get(key)));

    const stored = [...keys, ...values].join(' ');
    expect(stored).not.toContain(state);
    expect(stored).not.toContain('secret nonce');
    expect(stored).not.toContain(Buffer.from('secret nonce').toString('base64'));
  });

  it.each(['', 'x', '\u0000', 'é'.repeat(43), 'a'.repeat(100_000)])(
    'is not found by a malformed state',
    async (state) => {
      expect(await stores[0].find(state)).toBeNull();
    },
  );
});
