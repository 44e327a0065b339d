import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { GetFilesUsage, SweepFiles } from '@chat/contracts';
import { RedisTransportClient } from '@chat/redis-rpc';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { authorizationOf, Organization, type TestUser } from '../support/organization.js';
import { png } from '../support/png.js';
import { sendFile } from '../support/send-file.js';
import type { SystemUnderTest } from '../support/system-under-test.js';
import type { TestStorage } from '../support/test-storages.js';
import { BYTES, beginTusRequest, createUpload, type TusAddress, tusRequest } from '../support/tus-request.js';
import type { TwoGateways } from '../support/two-gateways.js';

const MIB = 1024 * 1024;
/** Longer than a step of the storage may take. */
const NOTICED_WITHIN_MS = 60_000;

/** Tests of files in a storage, which a system uses. */
export function fileStorages(kind: 'a folder' | 'a bucket', storage: TestStorage, start: () => TwoGateways): void {
  let tested: SystemUnderTest;
  let gateways: TwoGateways['gateways'];
  let operator: RedisTransportClient;
  let organization: Organization;
  let ana: TestUser;
  let ben: TestUser;

  beforeAll(async () => {
    ({ tested, gateways } = start());
    operator = new RedisTransportClient(tested.system.redisUrl, { name: 'tests' });
    await operator.connect();
  }, 60_000);
  afterAll(() => operator?.close());
  beforeEach(async () => {
    await organization?.close();
    organization = await Organization.create(tested.system);
    ana = await organization.addUser('Ana Uploader');
    ben = await organization.addUser('Ben Reader');
  }, 60_000);

  const context = () => ({ realmId: organization.realmId, requestId: 'test-storages' });
  const usage = () => operator.request(GetFilesUsage, { realmId: organization.realmId }, context());
  /** Objects that no job deletes any more: those of deleted files would go a minute later. */
  const lastingObjects = async () => {
    await operator.request(SweepFiles, {}, context());
    return storage.objects();
  };
  const upload = (gateway: 0 | 1, name: string, content: Buffer) =>
    sendFile(gateways[gateway], organization.host, ana, '/user_uploads', name, content);
  async function read(gateway: 0 | 1, path: string, reader = ana, further: Record<string, string> = {}) {
    const headers = { host: organization.host, authorization: authorizationOf(reader), ...further };
    const asked = request(gateways[gateway] + path, { headers, agent: false }).end();
    const [response] = await once(asked, 'response');
    const { statusCode: status, headers: responded } = response as { statusCode: number; headers: IncomingHttpHeaders };
    return { status, headers: responded, body: await buffer(response) };
  }
  /** Nothing of the upload shows, and its space is free. */
  async function expectNothing(before: readonly string[]): Promise<void> {
    const { attachments, upload_space_used: space } = await ana.client.get('/attachments');
    expect([attachments, space]).toEqual([[], 0]);
    expect(await usage()).toMatchObject({ files: 0, bytesUsed: 0, bytesReserved: 0 });
    expect(await storage.objects()).toEqual(before);
  }

  it.each([[0], [1]] as const)('are uploaded through gateway %d and read through the other', async (first) => {
    const second = first === 0 ? 1 : 0;
    const content = Buffer.alloc(9 * MIB, 'a report; ');
    const sent = await upload(first, 'report.bin', content);
    expect([sent.status, sent.body]).toEqual([200, expect.objectContaining({ filename: 'report.bin' })]);
    const url = sent.body['url'] as string;

    const whole = await read(second, url);
    expect([whole.status, whole.body.equals(content)]).toEqual([200, true]);
    const part = await read(second, url, ana, { range: `bytes=${8 * MIB - 5}-${8 * MIB + 4}` });
    expect([part.status, part.body.toString()]).toEqual([206, content.toString('latin1', 8 * MIB - 5, 8 * MIB + 5)]);
    expect((await read(second, url, ben)).status).toBe(403);

    await ana.client.post('/messages', { type: 'direct', to: [ben.userId], content: `[a](${url})` });
    expect((await read(second, url, ben)).status).toBe(200);

    const { attachments } = await ana.client.get('/attachments');
    await ana.client.delete(`/attachments/${attachments[0].id}`);
    expect((await read(second, url, ben)).status).toBe(404);
  });

  it('have previews at both gateways', async () => {
    const { body } = await upload(0, 'line.png', Buffer.from(png(900, 1), 'latin1'));
    const path = (body['url'] as string).replace('/user_uploads/', '/user_uploads/thumbnail/');

    for (const gateway of [1, 0] as const) {
      const { status, headers } = await read(gateway, `${path}/840x560.webp`);
      expect([status, headers['content-type']]).toEqual([200, 'image/webp']);
    }
  });

  it('are neither stored nor read while the storage is away, and messages are sent meanwhile', async () => {
    const { body } = await upload(0, 'before.bin', Buffer.from('before'));
    const url = body['url'] as string;
    const listed = async () => (await ana.client.get('/attachments')).attachments.length;
    storage.takeAway();
    try {
      const failing = Promise.all([
        upload(0, 'meanwhile.bin', Buffer.alloc(MIB)),
        upload(1, 'other.bin', Buffer.alloc(10)),
      ]);
      await ana.client.post('/messages', { type: 'direct', to: [ben.userId], content: 'no link' });
      const [large, small] = await failing;
      expect([large?.status, small?.status]).toEqual([503, 503]);
      // An empty folder has no file.
      expect([404, 503]).toContain((await read(1, url)).status);
      expect(await listed()).toBe(1);
    } finally {
      storage.bringBack();
    }

    const after = async () => (await upload(1, 'after.bin', Buffer.from('after'))).status === 200;
    await eventually(after, { withinMs: NOTICED_WITHIN_MS, what: 'an upload after the storage came back' });
    expect((await read(0, url)).body.toString()).toBe('before');
    expect(await listed()).toBe(2);
    expect(await usage()).toMatchObject({ files: 2, bytesUsed: 11, bytesReserved: 0 });
  }, 120_000);

  const { slowness } = storage;
  if (slowness !== undefined) {
    it('wait for a slow storage, and messages do not', async () => {
      slowness.hold();
      try {
        const uploading = upload(0, 'slow.bin', Buffer.alloc(MIB));
        await eventually(async () => (await usage()).bytesReserved >= MIB, { what: 'the upload to be under way' });
        await ana.client.post('/messages', { type: 'direct', to: [ben.userId], content: 'no link' });
        expect((await ana.client.get('/attachments')).attachments).toEqual([]);
        slowness.release();
        const { status, body } = await uploading;
        expect(status).toBe(200);
        expect((await read(1, body['url'] as string)).body.length).toBe(MIB);
      } finally {
        slowness.release();
      }
    });
  }

  it('that broke off continue through the other gateway', async () => {
    const content = randomBytes(3 * MIB);
    const at = (gateway: 0 | 1): TusAddress => ({ gateway: gateways[gateway], host: organization.host, caller: ana });
    const id = await createUpload(at(0), content.length);
    const from = (offset: number) => ({ ...BYTES, 'upload-offset': `${offset}` });
    const { status } = await tusRequest(at(0), 'PATCH', `/${id}`, from(0), content.subarray(0, MIB));
    expect(status).toBe(204);
    const broken = beginTusRequest(at(0), 'PATCH', `/${id}`, { ...from(MIB), 'content-length': `${2 * MIB}` });
    broken.on('error', () => {});
    await new Promise((resolve) => broken.write(content.subarray(MIB, 2 * MIB), resolve));
    broken.destroy();

    // Bytes of the broken request may arrive late: then its offset is another one, as clients know.
    const last = await eventually(async () => {
      const offset = Number((await tusRequest(at(1), 'HEAD', `/${id}`)).headers['upload-offset']);
      expect(offset).toBeGreaterThanOrEqual(MIB);
      const response = await tusRequest(at(1), 'PATCH', `/${id}`, from(offset), content.subarray(offset));
      return response.status !== 409 && response;
    });
    expect(last.status).toBe(200);
    expect((await read(0, JSON.parse(last.text).url)).body.equals(content)).toBe(true);
    expect(await usage()).toMatchObject({ files: 1, bytesUsed: content.length, bytesReserved: 0 });
  });

  const canLimit = kind === 'a folder' && process.platform === 'linux';
  (canLimit ? it : it.skip)('are refused with 507 on a full disk, and leave nothing', async () => {
    /** A limit for the size of a file stands for a full disk, which needs root to make. */
    const limitFiles = (bytes: number | 'unlimited') => {
      for (const instance of [0, 1]) {
        const { pid } = tested.system.process('files', instance);
        execFileSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:unlimited`]);
      }
    };
    const before = await lastingObjects();
    limitFiles(MIB);
    for (const gateway of [0, 1] as const) {
      const { status, body } = await upload(gateway, 'large.bin', Buffer.alloc(3 * MIB));
      expect([status, body['code']]).toEqual([507, 'STORAGE_FULL']);
    }
    await expectNothing(before);

    limitFiles('unlimited');
    expect((await upload(0, 'large.bin', Buffer.alloc(3 * MIB))).status).toBe(200);
  });

  it('that break off at their sender leave nothing', async () => {
    const before = await lastingObjects();
    const headers = {
      ...{ host: organization.host, authorization: authorizationOf(ana), 'content-length': 9 * MIB },
      'content-type': 'multipart/form-data; boundary=B',
    };
    const outgoing = request(`${gateways[0]}/api/v1/user_uploads`, { method: 'POST', headers, agent: false });
    outgoing.on('error', () => {});
    outgoing.write('--B\r\ncontent-disposition: form-data; name="file"; filename="broken.bin"\r\n\r\n');
    outgoing.write(Buffer.alloc(6 * MIB));
    await eventually(async () => (await usage()).bytesReserved > 5 * MIB, { what: 'the upload to be under way' });

    outgoing.destroy();

    await eventually(async () => (await usage()).bytesReserved === 0, { what: 'the end of the upload' });
    await eventually(async () => (await storage.objects()).length === before.length, { what: 'its bytes to go' });
    await expectNothing(before);
  });
}
