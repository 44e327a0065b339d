import { type Principal, Role } from '@chat/contracts';
import type { ServiceResources } from '@chat/service-kit';
import { createTestRedis, eventually, type TestRedis } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_UPLOADS_PER_ADDRESS, MAX_UPLOADS_PER_PERSON, UploadLeases } from './upload-leases.js';

describe('the uploads of one person', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await createTestRedis();
  });
  afterAll(() => redis.close());

  const gateway = () =>
    new UploadLeases({ redis: redis.redis, logger: { warn: () => {} } } as unknown as ServiceResources);
  const person = (userId: number, address = '192.0.2.1') => ({
    principal: { realmId: 1, userId, role: Role.Member } as Principal,
    address,
  });

  it('are bounded at a time, through all gateways together', async () => {
    const gateways = [gateway(), gateway()] as const;
    const ends: (() => void)[] = [];
    const upload = () => new Promise<void>((resolve) => ends.push(resolve));
    const uploads = Array.from({ length: MAX_UPLOADS_PER_PERSON }, (_, n) =>
      (gateways[n % 2] as UploadLeases).during(person(1), upload),
    );
    await eventually(async () => ends.length === MAX_UPLOADS_PER_PERSON);

    await expect(gateways[0].during(person(1), async () => 'uploaded')).rejects.toMatchObject({ status: 429 });
    expect(await gateways[0].during(person(2), async () => 'uploaded')).toBe('uploaded');
    for (const end of ends) end();
    await Promise.all(uploads);
    expect(await gateways[1].during(person(1), async () => 'uploaded')).toBe('uploaded');
  });

  it('are bounded with those of the same address or network, by many persons', async () => {
    const leases = gateway();
    const ends: (() => void)[] = [];
    const upload = () => new Promise<void>((resolve) => ends.push(resolve));
    const inNetwork = (userId: number) => person(userId, `2001:db8:1:2::${userId}`);
    const uploads = Array.from({ length: MAX_UPLOADS_PER_ADDRESS }, (_, n) =>
      leases.during(inNetwork(100 + n), upload),
    );
    await eventually(async () => ends.length === MAX_UPLOADS_PER_ADDRESS);

    await expect(leases.during(inNetwork(99), async () => 'uploaded')).rejects.toMatchObject({ status: 429 });
    expect(await leases.during(person(99, '2001:db8:1:3::1'), async () => 'uploaded')).toBe('uploaded');
    for (const end of ends) end();
    await Promise.all(uploads);
    expect(await leases.during(inNetwork(99), async () => 'uploaded')).toBe('uploaded');
  });

  it('end with an error, too', async () => {
    const failing = gateway().during(person(3), async () => {
      throw new Error('broken');
    });

    await expect(failing).rejects.toThrow('broken');
    expect(await redis.redis.keys('uploads:*')).toEqual([]);
  });
});
