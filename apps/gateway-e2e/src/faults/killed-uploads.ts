import { once } from 'node:events';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { GetFilesUsage, SweepFiles } from '@chat/contracts';
import { PostgresPool, postgresAddress } from '@chat/postgres';
import { RedisTransportClient } from '@chat/redis-rpc';
import { eventually } from '@chat/testing';
import { PERMANENT_SERVICES } from '@chat/tools';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { HeldUpload } from '../support/held-upload.js';
import { authorizationOf, Organization, type TestUser } from '../support/organization.js';
import { sendFile } from '../support/send-file.js';
import type { SystemUnderTest } from '../support/system-under-test.js';

const UPLOADS = 8;
const UPLOAD_BYTES = 200_000;
const RECOVERS_WITHIN_MS = 60_000;
/** Uploads need every process but integrations. */
const NEEDED = [...PERMANENT_SERVICES.filter((service) => service !== 'integrations'), 'postgres', 'redis'];
/** `npm run chaos` kills every process; `npm test` kills those that no other test kills during uploads. */
const KILLED = process.env.CHAOS === 'long' ? NEEDED : ['gateway', 'postgres'];

let tested: SystemUnderTest;
let gateways: readonly string[];

async function withOperator<Result>(ask: (operator: RedisTransportClient) => Promise<Result>): Promise<Result> {
  const operator = new RedisTransportClient(tested.system.redisUrl, { name: 'tests' });
  await operator.connect();
  try {
    return await ask(operator);
  } finally {
    await operator.close();
  }
}

/** Ends broken uploads, as the sweep does an hour later. */
async function sweep(): Promise<void> {
  const pool = new PostgresPool(postgresAddress(tested.system.databaseUrl), { max: 1 });
  await pool.query("UPDATE files.files SET active_at = now() - interval '1 hour' WHERE state = 'receiving'");
  await pool.end();
  await withOperator((operator) => operator.request(SweepFiles, {}, { realmId: 0, requestId: 'test-uploads' }));
}

/** Tests with processes that are killed during uploads. `gatewaysOf`: the addresses of both gateways. */
export function killedUploads(system: () => SystemUnderTest, gatewaysOf: () => readonly string[]): void {
  beforeAll(() => {
    tested = system();
    gateways = gatewaysOf();
  });

  describe.each(KILLED)('with %s-0 killed during uploads', (service) => {
    it('every acknowledged file is there, whole and listed once, and nothing of the others', async () => {
      const organization = await Organization.create(tested.system);
      const ana = await organization.addUser('Ana Uploader');
      const { realmId } = organization;
      const usage = () =>
        withOperator((operator) =>
          operator.request(GetFilesUsage, { realmId }, { realmId, requestId: 'test-uploads' }),
        );
      const contents = Array.from({ length: UPLOADS }, (_, n) => Buffer.alloc(UPLOAD_BYTES, `${service}-${n};`));
      const held = contents.map(
        (content, n) => new HeldUpload(gateways[n % 2] as string, organization.host, ana, content),
      );
      await eventually(async () => (await usage()).bytesReserved >= UPLOADS * UPLOAD_BYTES, {
        withinMs: RECOVERS_WITHIN_MS,
        what: 'all uploads to be under way',
      });

      const ended = once(tested.system.process(service), 'ended');
      tested.system.kill(service);
      await ended;
      const results = await Promise.all(held.map((upload) => upload.finish()));

      for (const { status } of results) expect([0, 200, 503]).toContain(status);
      await tested.system.waitReady();
      const last = Buffer.from('after the kill');
      const lastUrl = await eventually(
        async () => {
          const { status, body } = await sendFile(
            gateways[0] as string,
            organization.host,
            ana,
            '/user_uploads',
            'a',
            last,
          );
          return status === 200 && (body['url'] as string);
        },
        { withinMs: RECOVERS_WITHIN_MS, what: 'an upload after the kill' },
      );
      await sweep();

      const acknowledged = new Map<string, Buffer>([[lastUrl, last]]);
      for (const [n, { status, url }] of results.entries())
        if (status === 200) acknowledged.set(url as string, contents[n] as Buffer);
      const { attachments, upload_space_used: space } = await ana.client.get('/attachments');
      const listed: string[] = attachments.map(({ path_id: path }: { path_id: string }) => `/user_uploads/${path}`);
      // The response of an upload may be lost after its commit: then its owner sees the file.
      const unacknowledged = listed.filter((url) => !acknowledged.has(url));
      expect(unacknowledged.length).toBeLessThanOrEqual(results.filter(({ status }) => status !== 200).length);
      expect(listed).toEqual(expect.arrayContaining([...acknowledged.keys()]));
      expect(new Set(listed).size).toBe(listed.length);
      for (const url of listed) {
        const body = await read(organization, ana, url);
        const expected = acknowledged.get(url);
        if (expected === undefined) expect(body.length).toBe(UPLOAD_BYTES);
        else expect(body.equals(expected)).toBe(true);
      }
      const bytesUsed = (listed.length - 1) * UPLOAD_BYTES + last.length;
      expect(space).toBe(bytesUsed);
      expect(await usage()).toMatchObject({ files: listed.length, bytesUsed, bytesReserved: 0 });
      await organization.close();
    }, 240_000);
  });
}

async function read({ host }: Organization, reader: TestUser, url: string): Promise<Buffer> {
  const headers = { host, authorization: authorizationOf(reader) };
  const asked = request((gateways[1] as string) + url, { headers, agent: false }).end();
  const [response] = await once(asked, 'response');
  expect(response.statusCode).toBe(200);
  return buffer(response);
}
