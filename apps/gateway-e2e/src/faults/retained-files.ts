import { once } from 'node:events';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { SweepFiles } from '@chat/contracts';
import { PostgresPool, postgresAddress } from '@chat/postgres';
import { RedisTransportClient } from '@chat/redis-rpc';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { authorizationOf, Organization, type TestUser } from '../support/organization.js';
import { sendFile } from '../support/send-file.js';
import type { TwoGateways } from '../support/two-gateways.js';

/** Limit for retention, which first runs a minute after the start of a replica. */
const RETENTION_MS = 120_000;

/**
 * Before all tests, makes messages with files that are older than the retention time. Returns the test of retention and sweep, for the end of
 * the file: other tests run until retention does.
 */
export function retainedFiles(system: () => TwoGateways): () => void {
  let baseUrl: string;
  let organization: Organization;
  let ana: TestUser;
  let ben: TestUser;
  let pool: PostgresPool;
  beforeAll(async () => {
    const { tested } = system();
    ({ baseUrl } = tested.system);
    pool = new PostgresPool(postgresAddress(tested.system.databaseUrl), { max: 1 });
    organization = await Organization.create(tested.system);
    [ana, ben] = [await organization.addUser('Ana Uploader'), await organization.addUser('Ben Reader')];
    await ana.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
    await organization.owner.client.patch('/realm', { message_retention_days: 30 });
  }, 60_000);
  afterAll(async () => {
    await pool?.end();
    await organization?.close();
  });

  const upload = async (name: string): Promise<string> => {
    const { body } = await sendFile(baseUrl, organization.host, ana, '/user_uploads', name, Buffer.from(name));
    return body['url'] as string;
  };
  const send = async (content: string): Promise<number> =>
    (await ana.client.post('/messages', { type: 'direct', to: [ben.userId], content })).id;
  const read = async (path: string, reader: TestUser): Promise<readonly [number, string]> => {
    const headers = { host: organization.host, authorization: authorizationOf(reader) };
    const [response] = await once(request(baseUrl + path, { headers, agent: false }).end(), 'response');
    return [response.statusCode, (await buffer(response)).toString()];
  };
  const links = async (): Promise<Record<string, number>> => {
    const { attachments } = await ana.client.get('/attachments');
    return Object.fromEntries(
      attachments.map((each: { name: string; messages: [] }) => [each.name, each.messages.length]),
    );
  };

  /** Removes files without a link, as after 35 days. */
  async function sweep(): Promise<void> {
    await pool.query(
      "UPDATE files.files SET unlinked_since = now() - interval '36 days' WHERE unlinked_since IS NOT NULL",
    );
    const operator = new RedisTransportClient(system().tested.system.redisUrl, { name: 'tests' });
    await operator.connect();
    await operator.request(SweepFiles, {}, { realmId: 0, requestId: 'test-retention' }).finally(() => operator.close());
  }

  const names = ['old.txt', 'drafted.txt', 'linked.txt'];
  let [old, drafted, linked] = ['', '', ''];
  let content: string;
  let ids: number[];
  beforeAll(async () => {
    [old, drafted, linked] = (await Promise.all(names.map(upload))) as [string, string, string];
    content = `[again](${drafted})`;
    const expired = [await send(`[old](${old})`), await send(content), await send(`[first](${linked})`)];
    await send(`[second](${linked})`);
    const draft = { type: 'private', to: [ben.userId], topic: '', content };
    ids = (await ana.client.post('/drafts', { drafts: [draft] })).ids;
    await eventually(async () => (await links())['linked.txt'] === 2);
    const age = "UPDATE messaging.messages SET sent_at = now() - interval '40 days' WHERE id = ANY ($1)";
    await pool.query(age, [expired]);
  }, 60_000);

  return () =>
    it('are swept, except those of drafts and of other messages, and a draft stays whole', async () => {
      const isRetained = async () => {
        const { 'old.txt': ofOld, 'drafted.txt': ofDrafted, 'linked.txt': ofLinked } = await links();
        return ofOld === 0 && ofDrafted === 0 && ofLinked === 1;
      };
      await eventually(isRetained, { withinMs: RETENTION_MS, what: 'retention to remove the messages' });
      expect(await read(drafted, ben)).toEqual([403, expect.any(String)]);
      await sweep();

      expect(Object.keys(await links()).sort()).toEqual(['drafted.txt', 'linked.txt']);
      expect((await read(old, ana))[0]).toBe(404);
      expect(await read(linked, ben)).toEqual([200, 'linked.txt']);
      const { drafts } = await ana.client.get('/drafts');
      expect(drafts).toMatchObject([{ id: ids[0], content }]);
      await send(content);
      expect(await read(drafted, ben)).toEqual([200, 'drafted.txt']);
      await ana.client.delete(`/drafts/${ids[0]}`);
      await sweep();
      expect(await read(drafted, ben)).toEqual([200, 'drafted.txt']);
    }, 180_000);
}
