import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import {
  ApiError,
  type ApiErrorData,
  AttachmentAdded,
  ContinueResumableUpload,
  CreateResumableUpload,
  FindResumableUpload,
  fileTooLarge,
  GetFilesUsage,
  getAttachments,
  MAX_RESUMABLE_UPLOADS_PER_PERSON,
  type Principal,
  type ResumableUpload,
  type ResumedUpload,
  SweepFiles,
  TerminateResumableUpload,
  type UploadChecksum,
} from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FileStorage } from '../storage/file-storage.js';
import { TestFiles } from '../testing/test-files.js';
import { FileReceiver } from '../uploads/receive-file.js';

const MIB = 1024 * 1024;
const PIECE_BYTES = 8 * MIB;

let files: TestFiles;
let ana: Principal;
let ben: Principal;

beforeAll(async () => {
  files = await TestFiles.start({ environment: { MAX_FILE_UPLOAD_SIZE_MIB: '20' } });
  await files.startReplica();
});
afterAll(() => files.close());
beforeEach(() => {
  files.realmId++;
  files.uploadQuotaMib = null;
  ana = files.user();
  ben = files.user();
});

const create = (length: number, { actor = ana, fileName = 'film.bin', contentType = '' } = {}) =>
  files.request(CreateResumableUpload, {
    ...{ realmId: files.realmId, actor, length, fileName, contentType },
    metadata: 'filename ZmlsbS5iaW4=',
  });
const find = (uploadId: string, actor = ana): Promise<ResumableUpload> =>
  files.request(FindResumableUpload, { realmId: files.realmId, actor, uploadId });
const terminate = (uploadId: string, actor = ana) =>
  files.request(TerminateResumableUpload, { realmId: files.realmId, actor, uploadId });

type Body = string | Buffer | ReadableStream<Uint8Array>;
interface Part {
  readonly actor?: Principal;
  readonly bytes?: number | null;
  readonly checksum?: UploadChecksum | null;
}

/** PUTs the body, by default as one of known length. */
async function append(uploadId: string, offset: number, body: Body, part: Part = {}): Promise<ResumedUpload> {
  const { actor = ana, checksum = null } = part;
  const { bytes = body instanceof ReadableStream ? null : Buffer.byteLength(body) } = part;
  const request = { realmId: files.realmId, actor, uploadId, offset, bytes, checksum };
  const transfer = await files.request(ContinueResumableUpload, request);
  const response = await files.transfer('PUT', transfer, { body: body as never, duplex: 'half' } as RequestInit);
  if (!response.ok) throw ApiError.fromData((await response.json()) as ApiErrorData);
  return (await response.json()) as ResumedUpload;
}

/** A body that stays open. */
function openBody() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  return { readable, writer: writable.getWriter() };
}
const usage = () => files.request(GetFilesUsage, { realmId: files.realmId });
const sweep = () => files.request(SweepFiles, {});
const attachmentsOf = (actor: Principal) => files.call(getAttachments, actor, {});
/** After the sweep. */
const storedObjects = async (): Promise<string[]> => {
  await sweep();
  const entries = await readdir(files.folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};
const shaOf = async (pathId: string): Promise<string> => {
  const { rows } = await files.connections.query(
    "SELECT encode(sha256, 'hex') AS sha256 FROM files WHERE path_id = $1",
    [pathId],
  );
  return rows[0]?.sha256;
};
const sha = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const content = (bytes: number) => Buffer.alloc(bytes, 'resumable upload; ');

describe('a resumable upload', () => {
  it('of several requests becomes one file, through any replica', async () => {
    const bytes = content(300_000);
    const { id, offset, length } = await create(bytes.length, {
      fileName: '../my film.txt',
      contentType: 'text/plain',
    });
    expect([offset, length]).toEqual([0, bytes.length]);

    for (let at = 0; at < 200_000; at += 50_000) {
      expect(await append(id, at, bytes.subarray(at, at + 50_000))).toMatchObject({ offset: at + 50_000, file: null });
      expect(await find(id)).toMatchObject({ offset: at + 50_000, metadata: 'filename ZmlsbS5iaW4=' });
      expect((await attachmentsOf(ana)).attachments).toEqual([]);
    }
    const { file } = await append(id, 200_000, bytes.subarray(200_000));

    expect(file).toEqual({ pathId: expect.stringMatching(/\/\.\.my-film\.txt$/), filename: '..my film.txt' });
    expect(await shaOf(file?.pathId as string)).toBe(sha(bytes));
    expect((await attachmentsOf(ana)).attachments).toMatchObject([{ size: bytes.length, name: '..my film.txt' }]);
    expect(await files.published(AttachmentAdded)).toMatchObject([{ userId: ana.userId, uploadSpaceUsed: 300_000 }]);
    expect(await usage()).toMatchObject({ files: 1, bytesUsed: 300_000, bytesReserved: 0 });
  });

  it('says at a repetition without bytes which file it became, and leaves no pieces', async () => {
    const before = await storedObjects();
    const { id } = await create(5);
    const { file } = await append(id, 0, 'hello');

    expect(await find(id)).toMatchObject({ offset: 5, length: 5 });
    expect(await append(id, 5, '')).toMatchObject({ offset: 5, file });
    await expect(append(id, 5, 'x')).rejects.toMatchObject({ status: 413 });
    await expect(append(id, 0, 'hello')).rejects.toMatchObject({ status: 409 });
    expect(await files.published(AttachmentAdded)).toHaveLength(1);
    expect(await storedObjects()).toHaveLength(before.length + 1);
  });

  it('may be empty', async () => {
    const { id } = await create(0);

    expect((await append(id, 0, '')).file).not.toBeNull();
    expect((await attachmentsOf(ana)).attachments).toMatchObject([{ size: 0 }]);
  });

  it('keeps the bytes of connections that break, at once', async () => {
    const bytes = content(100_000);
    const { id } = await create(bytes.length);
    for (let at = 0; at < 90_000; at += 30_000) {
      const { readable, writer } = openBody();
      const broken = append(id, at, readable, { bytes: bytes.length - at }).catch((error: Error) => error);
      await writer.write(bytes.subarray(at, at + 30_000));
      const startedAt = performance.now();
      await eventually(async () => (await piecesUnderWay()) > 0, { what: 'the bytes to arrive' });
      await writer.abort(new Error('The sender is gone.'));
      await broken;

      expect(await find(id)).toMatchObject({ offset: at + 30_000 });
      expect(performance.now() - startedAt).toBeLessThan(20_000);
    }
    const { file } = await append(id, 90_000, bytes.subarray(90_000));

    expect(await shaOf(file?.pathId as string)).toBe(sha(bytes));
  });

  /** Objects that the storage is writing. */
  async function piecesUnderWay(): Promise<number> {
    const entries = await readdir(`${files.folder}/INCOMPLETE`, { withFileTypes: true }).catch(() => []);
    return entries.length;
  }

  it('that is longer than a piece counts each piece as soon as it is durable', async () => {
    const bytes = content(PIECE_BYTES + 1_000);
    const { id } = await create(bytes.length);
    const { readable, writer } = openBody();
    const sent = append(id, 0, readable, { bytes: bytes.length });
    await writer.write(bytes.subarray(0, PIECE_BYTES));
    await writer.write(bytes.subarray(PIECE_BYTES, PIECE_BYTES + 10));
    const committed = async () => {
      const { rows } = await files.connections.query('SELECT received FROM resumable_uploads WHERE id = $1', [id]);
      return Number(rows[0]?.received);
    };
    await eventually(async () => (await committed()) === PIECE_BYTES, { what: 'the first piece' });
    await writer.write(bytes.subarray(PIECE_BYTES + 10));
    await writer.close();

    const { file } = await sent;
    expect(await shaOf(file?.pathId as string)).toBe(sha(bytes));
  });

  it('ends an earlier transfer that does not end by itself', async () => {
    const { id } = await create(20);
    const { readable, writer } = openBody();
    const silent = append(id, 0, readable, { bytes: 20 }).catch((error: unknown) => error);
    await writer.write(Buffer.from('0123456789'));
    await eventually(async () => (await piecesUnderWay()) > 0, { what: 'the bytes to arrive' });

    expect(await find(id)).toMatchObject({ offset: 10 });
    expect((await append(id, 10, '0123456789')).file).not.toBeNull();
    expect(await silent).toMatchObject({ status: 423 });
  });

  it('is taken over from a replica that died with the lock', async () => {
    const { id } = await create(5);
    const { redis } = files.redis;
    await redis.hset(`resumable-upload:${id}`, 'holder', 'dead');
    await redis.pexpire(`resumable-upload:${id}`, 1_000);

    expect((await append(id, 0, 'hello')).file).not.toBeNull();
  });
});

describe('a request for a resumable upload is refused', () => {
  it('for another person and for unknown ids, as if there were none', async () => {
    const { id } = await create(5);
    const noSuchUpload = { status: 404, message: 'No such upload' };

    for (const [uploadId, actor] of [
      [id, ben],
      ['0'.repeat(32), ana],
      ['../../etc/passwd', ana],
      ['\0', ana],
      ['%', ana],
    ] as const) {
      await expect(find(uploadId, actor)).rejects.toMatchObject(noSuchUpload);
      await expect(append(uploadId, 0, 'x', { actor })).rejects.toMatchObject(noSuchUpload);
      await expect(terminate(uploadId, actor)).rejects.toMatchObject(noSuchUpload);
    }
    expect(await find(id)).toMatchObject({ offset: 0 });
  });

  it('at another offset', async () => {
    const { id } = await create(10);
    await append(id, 0, 'hello');

    for (const offset of [0, 4, 6]) await expect(append(id, offset, 'x')).rejects.toMatchObject({ status: 409 });
    expect(await find(id)).toMatchObject({ offset: 5 });
  });

  it('with more bytes than it lacks, and stores none of them', async () => {
    const { id } = await create(10);

    await expect(append(id, 0, content(11))).rejects.toMatchObject({ status: 413 });
    await expect(append(id, 0, content(11), { bytes: null })).rejects.toMatchObject({ status: 413 });
    expect(await find(id)).toMatchObject({ offset: 0 });
    expect((await append(id, 0, content(10))).file).not.toBeNull();
  });

  it('with another checksum, and stores none of its bytes', async () => {
    const { id } = await create(10);
    const digest = createHash('sha1').update('hello').digest('base64');
    const checksum = { algorithm: 'sha1', digest } as const;

    await expect(append(id, 0, 'hellO', { checksum })).rejects.toMatchObject({ status: 460 });
    await expect(append(id, 0, 'hello', { checksum: { ...checksum, digest: 'x' } })).rejects.toMatchObject({
      status: 460,
    });
    expect(await find(id)).toMatchObject({ offset: 0 });
    expect(await append(id, 0, 'hello', { checksum })).toMatchObject({ offset: 5 });
    await expect(append(id, 5, 'hellO', { checksum })).rejects.toMatchObject({ status: 460 });
    expect((await append(id, 5, 'hello', { checksum })).file).not.toBeNull();
  });

  it('over the limit of a file, before a byte is sent', async () => {
    await create(20 * MIB);

    const tooLarge = 'larger than the allowed limit of 20 MiB';
    await expect(create(20 * MIB + 1)).rejects.toThrow(tooLarge);
    await expect(create(Number.MAX_SAFE_INTEGER)).rejects.toThrow(tooLarge);
  });

  it('over the quota, which incomplete uploads use until their end', async () => {
    files.uploadQuotaMib = 1;
    const { id } = await create(MIB - 10);

    await expect(create(11)).rejects.toMatchObject({ code: 'REALM_UPLOAD_QUOTA' });
    await expect(files.upload(ana, content(11))).rejects.toMatchObject({ code: 'REALM_UPLOAD_QUOTA' });
    await create(10);
    await terminate(id);
    await create(MIB - 10);
    expect(await usage()).toMatchObject({ files: 0, bytesUsed: 0, bytesReserved: MIB });
  });

  it('beyond the number of incomplete uploads of one person', async () => {
    const createMany = (length: number) =>
      Promise.all(Array.from({ length }, () => create(1).catch((error: ApiError) => error.status)));
    // Not all at once: on a busy machine the last ones would wait past their deadline.
    for (let count = 5; count < MAX_RESUMABLE_UPLOADS_PER_PERSON; count += 5) {
      expect(await createMany(5)).not.toContainEqual(expect.any(Number));
    }
    const results = await createMany(10);

    expect(results.filter((result) => typeof result === 'number')).toEqual([429, 429, 429, 429, 429]);
    await create(1, { actor: ben });
    const { id } = results.find((result) => typeof result === 'object') as ResumableUpload;
    await append(id, 0, 'x');
    await create(1);
    await expect(create(1)).rejects.toMatchObject({ status: 429 });
  });
});

describe('an end of a resumable upload', () => {
  it('by its owner gives its space back and leaves nothing', async () => {
    const before = await storedObjects();
    const { id } = await create(10);
    await append(id, 0, 'hello');
    expect(await storedObjects()).toHaveLength(before.length + 1);

    await terminate(id);

    await expect(find(id)).rejects.toMatchObject({ status: 404 });
    await expect(terminate(id)).rejects.toMatchObject({ status: 404 });
    expect(await usage()).toMatchObject({ bytesReserved: 0 });
    expect(await storedObjects()).toEqual(before);
  });

  it('is refused when the file is complete', async () => {
    const { id } = await create(5);
    await append(id, 0, 'hello');

    await expect(terminate(id)).rejects.toMatchObject({ status: 403 });
    expect((await attachmentsOf(ana)).attachments).toHaveLength(1);
  });

  it('comes with its expiry, and complete files stay', async () => {
    const before = await storedObjects();
    const { id, expiresAtMs } = await create(10);
    expect(expiresAtMs - Date.now()).toBeGreaterThan(23 * 3_600_000);
    await append(id, 0, 'hello');
    const { id: complete } = await create(5);
    await append(complete, 0, 'hello');
    await sweep();
    expect(await find(id)).toMatchObject({ offset: 5 });

    await files.connections.query(
      "UPDATE resumable_uploads SET expires_at = now() - interval '1 second' WHERE realm_id = $1",
      [files.realmId],
    );

    for (const uploadId of [id, complete]) await expect(find(uploadId)).rejects.toMatchObject({ status: 404 });
    await sweep();
    expect(await usage()).toMatchObject({ files: 1, bytesUsed: 5, bytesReserved: 0 });
    expect(await storedObjects()).toHaveLength(before.length + 1);
    const { rows } = await files.connections.query('SELECT id FROM resumable_uploads WHERE realm_id = $1', [
      files.realmId,
    ]);
    expect(rows).toEqual([]);
  });

  it('comes with the refusal of its file, which a repetition would not change', async () => {
    const { id } = await create(10);
    await append(id, 0, 'hello');
    const receivers = files.replicas.map(({ app }) => app.get(FileReceiver, { strict: false }));
    const refuse = receivers.map((receiver) =>
      jest.spyOn(receiver, 'requireWithinLimit').mockImplementation(() => {
        throw fileTooLarge(0);
      }),
    );

    await expect(append(id, 5, 'world')).rejects.toMatchObject({ status: 400 });

    for (const spy of refuse) spy.mockRestore();
    await expect(find(id)).rejects.toMatchObject({ status: 404 });
    expect(await usage()).toMatchObject({ files: 0, bytesUsed: 0, bytesReserved: 0 });
    expect(await files.published(AttachmentAdded)).toEqual([]);
  });

  it('does not come with a storage that fails at the last piece, which is sent again', async () => {
    const { id } = await create(10);
    await append(id, 0, 'hello');
    const storages = files.replicas.map(({ app }) => app.get(FileStorage, { strict: false }));
    const put = storages.map((storage) => storage.put.bind(storage));
    for (const [n, storage] of storages.entries()) {
      storage.put = (key, bytes) => {
        if (!key.startsWith('uploads/')) return (put[n] as FileStorage['put'])(key, bytes);
        bytes.destroy();
        return Promise.reject(new ApiError('SERVICE_UNAVAILABLE', 'away', 503));
      };
    }

    await expect(append(id, 5, 'hello')).rejects.toMatchObject({ status: 503 });

    for (const [n, storage] of storages.entries()) storage.put = put[n] as FileStorage['put'];
    expect(await find(id)).toMatchObject({ offset: 5 });
    expect((await append(id, 5, 'world')).file).not.toBeNull();
  });
});
