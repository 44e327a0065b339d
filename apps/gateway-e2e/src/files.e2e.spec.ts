import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { GetFilesUsage, SweepFiles } from '@chat/contracts';
import { PostgresPool, postgresAddress } from '@chat/postgres';
import { RedisTransportClient } from '@chat/redis-rpc';
import { eventually } from '@chat/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Upload } from 'tus-js-client';
import { fileStorages } from './faults/file-storages.js';
import { killedUploads } from './faults/killed-uploads.js';
import { retainedFiles } from './faults/retained-files.js';
import { LiveQueue } from './support/event-queue.js';
import { HeldUpload } from './support/held-upload.js';
import { authorizationOf, Organization, type TestUser } from './support/organization.js';
import { png } from './support/png.js';
import { sendFile } from './support/send-file.js';
import type { SystemUnderTest } from './support/system-under-test.js';
import { folderStorage } from './support/test-storages.js';
import { BYTES, beginTusRequest, createUpload, type TusAddress, tusRequest } from './support/tus-request.js';
import { startTwoGateways, type TwoGateways } from './support/two-gateways.js';

const MIB = 1024 * 1024;
const UPLOADS = 30;
const UPLOAD_BYTES = 200_000;
/** The goal is a few seconds. The rest is for a busy machine. */
const AFTER_KILL_MS = 15_000;
/** A broken connection frees its upload within this time. The goal is 2 s. The rest is for a busy machine. */
const FREED_MS = 6_000;

const folder = folderStorage();
let started: TwoGateways;
let tested: SystemUnderTest;
let operator: RedisTransportClient;
let pool: PostgresPool;
/** Addresses of the two gateways. */
let first: string;
let second: string;
let organization: Organization;
let ana: TestUser;
let ben: TestUser;

beforeAll(async () => {
  started = await startTwoGateways(folder.environment);
  ({
    tested,
    gateways: [first, second],
  } = started);
  operator = new RedisTransportClient(tested.system.redisUrl, { name: 'tests' });
  await operator.connect();
  pool = new PostgresPool(postgresAddress(tested.system.databaseUrl), { max: 1 });
}, 180_000);
afterAll(async () => {
  await operator?.close();
  await pool?.end();
  await tested?.discard();
  await folder.close();
}, 60_000);
const sweptFiles = retainedFiles(() => started);
beforeEach(async () => {
  organization = await Organization.create(tested.system);
  ana = await organization.addUser('Ana Uploader');
  ben = await organization.addUser('Ben Reader');
}, 60_000);
afterEach(() => organization?.close());

interface Read {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

async function read(
  gateway: string,
  path: string,
  { reader, method = 'GET', range }: { reader?: TestUser; method?: string; range?: string } = {},
): Promise<Read> {
  const headers = {
    host: organization.host,
    ...(reader && { authorization: authorizationOf(reader) }),
    ...(range && { range }),
  };
  const asked = request(gateway + path, { method, headers, agent: false }).end();
  const [response] = await once(asked, 'response');
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

const uploadTo = (gateway: string, owner: TestUser, name: string, content: Buffer) =>
  sendFile(gateway, organization.host, owner, '/user_uploads', name, content);

async function upload(owner: TestUser, name: string, content: Buffer): Promise<string> {
  const { status, body } = await uploadTo(first, owner, name, content);
  expect([status, body]).toEqual([200, expect.objectContaining({ filename: name })]);
  return body['url'] as string;
}

const sendLink = (url: string) =>
  ana.client.post('/messages', { type: 'direct', to: [ben.userId], content: `[file](${url})` });
const listed = async (owner: TestUser) => {
  const { attachments, upload_space_used: space } = await owner.client.get('/attachments');
  return { urls: attachments.map(({ path_id: path }: { path_id: string }) => `/user_uploads/${path}`), space };
};
const context = () => ({ realmId: organization.realmId, requestId: 'test-files' });
const usage = () => operator.request(GetFilesUsage, { realmId: organization.realmId }, context());

async function kill(service: string, instance: number): Promise<void> {
  const ended = once(tested.system.process(service, instance), 'ended');
  tested.system.kill(service, instance);
  await ended;
}

describe('files in a folder', () => fileStorages('a folder', folder, () => started));

describe('a file uploaded through one gateway', () => {
  it('is read through the other: whole, in part, its headers', async () => {
    const content = Buffer.from('0123456789');
    const url = await upload(ana, 'digits.txt', content);

    for (const gateway of [first, second]) {
      const whole = await read(gateway, url, { reader: ana });
      expect([whole.status, whole.body]).toEqual([200, content]);
      const part = await read(gateway, url, { reader: ana, range: 'bytes=2-4' });
      expect([part.status, part.headers['content-range'], part.body.toString()]).toEqual([206, 'bytes 2-4/10', '234']);
      const head = await read(gateway, url, { reader: ana, method: 'HEAD' });
      expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '10', 0]);
      expect(head.headers.etag).toBe(whole.headers.etag);
      expect((await read(gateway, url, { reader: ben })).status).toBe(403);
    }
  });

  it('passes through neither Redis nor PostgreSQL', async () => {
    const moved = async () => {
      const stats = await operator.redis.info('stats');
      const { rows } = await pool.query<{ bytes: string }>(`SELECT pg_current_wal_lsn() - '0/0' AS bytes`);
      const [received, sent] = [...stats.matchAll(/^total_net_(?:in|out)put_bytes:(\d+)/gm)].map(([, bytes]) => bytes);
      return { received: Number(received), sent: Number(sent), written: Number(rows[0]?.bytes) };
    };
    const before = await moved();
    const url = await upload(ana, 'large.bin', randomBytes(24 * MIB));
    expect((await read(second, url, { reader: ana })).body.length).toBe(24 * MIB);

    const after = await moved();
    for (const bytes of ['received', 'sent', 'written'] as const) {
      expect(after[bytes] - before[bytes]).toBeLessThan(8 * MIB);
    }
  });

  it('has its preview at both gateways if it is a picture', async () => {
    const url = await upload(ana, 'line.png', Buffer.from(png(900, 1), 'latin1'));
    const thumbnail = `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`;

    for (const gateway of [second, first]) {
      const { status, headers, body } = await read(gateway, thumbnail, { reader: ana });
      expect([status, headers['content-type'], body.toString('latin1', 8, 12)]).toEqual([200, 'image/webp', 'WEBP']);
    }
  });

  it('reaches the queue of its owner when it is added, linked and removed, with the exact space', async () => {
    const other = await upload(ben, 'other.txt', Buffer.alloc(1_000));
    const queue = await LiveQueue.register(ana.client, { event_types: ['attachment'] });
    const url = await upload(ana, 'a.txt', Buffer.alloc(234));
    const { id } = await sendLink(url);
    const { attachment } = await queue.next(({ op }) => op === 'update');
    await ana.client.delete(`/attachments/${attachment.id}`);
    await queue.next(({ op }) => op === 'remove');

    const known = { id: attachment.id, path_id: url.replace('/user_uploads/', ''), size: 234 };
    expect(queue.events).toMatchObject([
      { op: 'add', attachment: { ...known, messages: [] }, upload_space_used: 1_234 },
      { op: 'update', attachment: { ...known, messages: [{ id }] }, upload_space_used: 1_234 },
      { op: 'remove', attachment: { id: attachment.id }, upload_space_used: 1_000 },
    ]);
    expect(queue.violations).toEqual([]);
    expect(await listed(ana)).toEqual({ urls: [], space: 1_000 });
    expect(await listed(ben)).toEqual({ urls: [other], space: 1_000 });
    await queue.stop();
  });

  it('is unknown to its owner, readers and outsiders at both gateways after its deletion', async () => {
    const url = await upload(ana, 'a.txt', Buffer.from('secret'));
    await sendLink(url);
    const { body } = await read(first, `/api/v1${url}`, { reader: ana });
    const { url: temporary } = JSON.parse(body.toString());
    expect((await read(second, temporary)).body.toString()).toBe('secret');
    expect((await read(second, url, { reader: ben })).body.toString()).toBe('secret');
    const [attachment] = (await ana.client.get('/attachments')).attachments;

    await ana.client.delete(`/attachments/${attachment.id}`);

    for (const gateway of [first, second]) {
      for (const reader of [ana, ben, organization.owner])
        expect((await read(gateway, url, { reader })).status).toBe(404);
      expect((await read(gateway, url)).status).toBe(404);
      const { status, body } = await read(gateway, temporary);
      expect([status, JSON.parse(body.toString()).msg]).toEqual([400, 'Invalid token']);
    }
  });
});

describe('with a replica of files killed during uploads', () => {
  it('keeps and lists every acknowledged file, and nothing of the others', async () => {
    const owners = [ana, ben];
    const acknowledged: { owner: TestUser; url: string; content: Buffer }[] = [];
    let broken = 0;
    for (const instance of [0, 1]) {
      const uploads = Array.from({ length: UPLOADS }, (_, n) => {
        const content = Buffer.alloc(UPLOAD_BYTES, `${instance}-${n};`);
        return new HeldUpload(n % 4 < 2 ? first : second, organization.host, owners[n % 2] as TestUser, content);
      });
      const underWay = async () => (await usage()).bytesReserved >= UPLOADS * UPLOAD_BYTES;
      await eventually(underWay, { withinMs: AFTER_KILL_MS, what: 'all uploads to be under way' });

      await kill('files', instance);

      const results = await Promise.all(uploads.map((held) => held.finish()));
      for (const [n, { status, url }] of results.entries()) {
        const { owner, content } = uploads[n] as HeldUpload;
        if (status === 200) acknowledged.push({ owner, url: url as string, content });
        else broken++;
        expect([0, 200, 503]).toContain(status);
      }
      const content = Buffer.from(`after the end of ${instance}`);
      const next = await eventually(
        async () => {
          const { status, body } = await uploadTo(second, ana, 'next.txt', content);
          return status === 200 && (body['url'] as string);
        },
        { withinMs: AFTER_KILL_MS, what: 'an upload after the kill' },
      );
      acknowledged.push({ owner: ana, url: next, content });
      await tested.system.waitReady();
      await forgetBrokenUploads();
    }

    expect(broken).toBeGreaterThan(0);
    const space = acknowledged.reduce((sum, { content }) => sum + content.length, 0);
    for (const owner of owners) {
      const { urls, space: shown } = await listed(owner);
      expect(urls.toSorted()).toEqual(ofOwner(owner));
      expect(shown).toBe(space);
    }
    expect(await usage()).toMatchObject({ files: acknowledged.length, bytesUsed: space, bytesReserved: 0 });
    for (const { owner, url, content } of acknowledged) {
      const { status, body } = await read(second, url, { reader: owner });
      expect([status, body.equals(content)]).toEqual([200, true]);
    }

    function ofOwner(owner: TestUser) {
      return acknowledged
        .filter((file) => file.owner === owner)
        .map(({ url }) => url)
        .toSorted();
    }
  }, 90_000);

  /** As the sweep does an hour later. */
  async function forgetBrokenUploads(): Promise<void> {
    await pool.query("UPDATE files.files SET active_at = now() - interval '1 hour' WHERE state = 'receiving'");
    await operator.request(SweepFiles, {}, context());
  }
});

describe('with the replicas of messaging killed between upload and send', () => {
  it('the message gives access to the file', async () => {
    const url = await upload(ana, 'a.txt', Buffer.from('report'));
    await Promise.all([kill('messaging', 0), kill('messaging', 1)]);
    await tested.system.waitReady();

    const { id } = await sendLink(url);

    expect((await read(second, url, { reader: ben })).body.toString()).toBe('report');
    const { attachments } = await ana.client.get('/attachments');
    expect(attachments).toMatchObject([{ messages: [{ id }] }]);
  }, 60_000);
});

describe('a resumable upload', () => {
  const address = (gateway: string): TusAddress => ({ gateway, host: organization.host, caller: ana });
  /** From any gateway that is there, as soon as one can say it. */
  const offsetOf = (id: string, gateway: string) =>
    eventually(
      async () => {
        const { status, headers } = await tusRequest(address(gateway), 'HEAD', `/${id}`);
        return status === 200 && Number(headers['upload-offset']);
      },
      { withinMs: AFTER_KILL_MS, what: 'the offset of the upload' },
    );

  /** As clients do: bytes of a broken request that reach a replica late move the offset, and the client reads it again. */
  async function sendRest(id: string, content: Buffer): Promise<{ readonly status: number; readonly text: string }> {
    for (;;) {
      const offset = await offsetOf(id, second);
      expect(offset).toBeGreaterThan(0);
      const last = { ...BYTES, 'upload-offset': `${offset}` };
      const response = await tusRequest(address(first), 'PATCH', `/${id}`, last, content.subarray(offset));
      if (response.status !== 409 || (await offsetOf(id, second)) === offset) return response;
    }
  }

  it('is broken off ten times, with kills, and has every byte', async () => {
    const content = randomBytes(20 * MIB);
    const id = await createUpload(address(first), content.length, '../../film.bin');
    const kills: Readonly<Record<number, readonly [string, number]>> = {
      2: ['files', 0],
      4: ['files', 1],
      6: ['gateway', 1],
      8: ['files', 0],
    };
    let reported = 0;
    for (let attempt = 0; attempt < 10; attempt++) {
      const gateway = attempt % 2 === 0 ? first : second;
      const offset = await offsetOf(id, attempt % 4 < 2 ? second : first);
      expect(offset).toBeGreaterThanOrEqual(reported);
      reported = offset;
      const rest = content.length - offset;
      const headers = { ...BYTES, 'upload-offset': `${offset}`, 'content-length': `${rest}` };
      const outgoing = beginTusRequest(address(gateway), 'PATCH', `/${id}`, headers);
      outgoing.on('error', () => {});
      const part = content.subarray(offset, offset + 1.8 * MIB);
      await new Promise((resolve) => outgoing.write(part, resolve));
      const victim = kills[attempt];
      if (victim) await kill(...victim);
      outgoing.destroy();
      if (victim) await tested.system.waitReady();
      expect(await listed(ana)).toEqual({ urls: [], space: 0 });
    }

    const { status, text } = await sendRest(id, content);

    const { url, filename } = JSON.parse(text);
    expect([status, filename]).toEqual([200, '....film.bin']);
    expect((await read(second, url, { reader: ana })).body.equals(content)).toBe(true);
    expect(await listed(ana)).toEqual({ urls: [url], space: content.length });
    await operator.request(SweepFiles, {}, context());
    expect(await usage()).toMatchObject({ files: 1, bytesUsed: content.length, bytesReserved: 0 });
  }, 120_000);

  it('is free for the next request soon after its connection broke', async () => {
    const id = await createUpload(address(first), 10);
    const headers = { ...BYTES, 'upload-offset': '0', 'content-length': '10' };
    const outgoing = beginTusRequest(address(first), 'PATCH', `/${id}`, headers);
    outgoing.on('error', () => {});
    await new Promise((resolve) => outgoing.write('hello', resolve));
    outgoing.destroy();

    const brokeAt = performance.now();
    const offset = await offsetOf(id, second);
    expect(performance.now() - brokeAt).toBeLessThan(FREED_MS);
    const rest = { ...BYTES, 'upload-offset': `${offset}` };
    expect((await tusRequest(address(second), 'PATCH', `/${id}`, rest, 'hellohello'.slice(offset))).status).toBe(200);
  });

  it('of a usual client survives the kill of both replicas of files', async () => {
    const content = randomBytes(6 * MIB);
    const victims = [0, 1];
    let killing: Promise<void> = Promise.resolve();
    const responses: string[] = [];
    await new Promise<void>((resolve, reject) => {
      const upload = new Upload(content, {
        endpoint: `${first}/api/v1/tus/`,
        headers: { host: organization.host, authorization: authorizationOf(ana) },
        metadata: { filename: 'film.bin', filetype: 'application/octet-stream' },
        chunkSize: MIB,
        retryDelays: [500, 500, 1_000, 2_000, 4_000, 4_000],
        onChunkComplete: (_, accepted) => {
          if (victims.length > 0 && accepted >= (3 - victims.length) * 2 * MIB) {
            killing = kill('files', victims.shift() as number);
          }
        },
        onAfterResponse: (_, response) => void responses.push(response.getBody()),
        onSuccess: () => resolve(),
        onError: reject,
      });
      upload.start();
    });
    await killing;

    expect(victims).toEqual([]);
    const { url, filename } = JSON.parse(responses.at(-1) as string);
    expect(filename).toBe('film.bin');
    expect((await read(second, url, { reader: ana })).body.equals(content)).toBe(true);
    await tested.system.waitReady();
  }, 120_000);
});

describe('files and killed processes', () =>
  killedUploads(
    () => tested,
    () => [first, second],
  ));

describe('files of messages that retention removed', sweptFiles);
