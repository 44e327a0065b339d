import { describe, expect, it } from '@jest/globals';
import { RealmReads } from './realm-reads.js';
import type { RealmRecords } from './realm-records.js';

const database = {
  reading: async <Result>(_realmId: number, work: () => Promise<Result>) => ({ standby: await work() }),
};
const readsWith = (get: () => Promise<unknown>) =>
  new RealmReads({ database: database as never, realms: { get } as unknown as RealmRecords });
const result = (reads: RealmReads): Promise<unknown> => reads.run(1, async () => 'read');

describe('a read of a realm', () => {
  it('may go to a standby if the switch of the realm is on', async () => {
    expect(await result(readsWith(async () => ({ readsStandbys: true })))).toEqual({ standby: 'read' });
  });

  it.each([
    ['off', async () => ({ readsStandbys: false })],
    ['missing, because an older release wrote the record', async () => ({})],
    ['unknown, because realm-settings is away', () => Promise.reject(new Error('away'))],
  ])('goes to the primary if the switch is %s', async (_, get) => {
    expect(await result(readsWith(get))).toBe('read');
  });

  it('goes to the primary if the installation has no standbys for reads', async () => {
    const reads = new RealmReads();

    expect(await result(reads)).toBe('read');
    expect(reads.hasStandbys).toBe(false);
  });
});
