import { readdir } from 'node:fs/promises';
import {
  AttachmentAdded,
  AttachmentRemoved,
  BeginUpload,
  GetAttachmentsById,
  GetFilesUsage,
  getAttachments,
  type Principal,
  Role,
  removeAttachment,
} from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { register } from 'prom-client';
import { TestFiles } from '../testing/test-files.js';
import { UsageMetrics } from '../usage/usage-metrics.js';
import { UploadsRepository } from './uploads.repository.js';

const MIB = 1024 * 1024;

let files: TestFiles;
let ana: Principal;
let ben: Principal;

beforeAll(async () => {
  files = await TestFiles.start({ environment: { MAX_FILE_UPLOAD_SIZE_MIB: '2' } });
});
afterAll(() => files.close());
beforeEach(() => {
  files.realmId++;
  files.uploadQuotaMib = null;
  ana = files.user();
  ben = files.user();
});

const attachmentsOf = (actor: Principal) => files.call(getAttachments, actor, {});
const usage = async () => {
  const { rows } = await files.connections.query(
    'SELECT bytes_used, bytes_reserved FROM realm_usage WHERE realm_id = $1',
    [files.realmId],
  );
  return rows.map(({ bytes_used, bytes_reserved }) => [Number(bytes_used), Number(bytes_reserved)]);
};
const storedObjects = async (): Promise<number> => {
  const entries = await readdir(files.folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
};

describe('an upload', () => {
  it('is stored, listed and published to its owner', async () => {
    const { pathId, filename } = await files.upload(ana, 'hello', { fileName: 'my notes.txt' });

    expect(filename).toBe('my notes.txt');
    expect(pathId).toMatch(new RegExp(`^${files.realmId}/[0-9a-f]{2}/[A-Za-z0-9_-]{24}/my-notes\\.txt$`));
    const { attachments, upload_space_used } = await attachmentsOf(ana);
    expect(attachments).toEqual([
      {
        id: expect.any(Number),
        name: filename,
        path_id: pathId,
        size: 5,
        create_time: expect.any(Number),
        messages: [],
      },
    ]);
    expect(upload_space_used).toBe(5);
    expect(await files.published(AttachmentAdded)).toEqual([
      {
        userId: ana.userId,
        attachment: expect.objectContaining({ id: attachments[0]?.id, pathId, size: 5, messages: [] }),
        uploadSpaceUsed: 5,
      },
    ]);
    const { rows } = await files.connections.query(
      `SELECT encode(sha256, 'hex') AS sha256, storage_key AS key FROM files WHERE path_id = $1`,
      [pathId],
    );
    expect(rows).toEqual([
      {
        sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
        key: expect.stringMatching(/^uploads\/[0-9a-f]{2}\/[0-9a-f]{32}$/),
      },
    ]);
  });

  it('may be empty', async () => {
    await files.upload(ana, '', { maxBytes: 0 });

    expect((await attachmentsOf(ana)).attachments).toMatchObject([{ size: 0 }]);
  });

  it('of the largest size is stored, and one byte more is not', async () => {
    await files.upload(ana, Buffer.alloc(2 * MIB));
    const before = await storedObjects();

    const tooLarge = 'Uploaded file is larger than the allowed limit of 2 MiB';
    await expect(files.upload(ana, Buffer.alloc(2 * MIB + 1))).rejects.toThrow(tooLarge);
    await expect(files.upload(ana, Buffer.alloc(2 * MIB + 1), { maxBytes: 2 * MIB + 1 })).rejects.toThrow(tooLarge);

    expect(await usage()).toEqual([[2 * MIB, 0]]);
    expect((await attachmentsOf(ana)).attachments).toHaveLength(1);
    expect(await storedObjects()).toBe(before);
  });

  it('that is certainly too large is refused before a byte is sent', async () => {
    const begin = { realmId: files.realmId, actor: ana, fileName: 'a', contentType: '', maxBytes: 3 * MIB };

    await expect(files.request(BeginUpload, begin)).rejects.toThrow('larger than the allowed limit of 2 MiB');
  });

  it('of unknown length needs no further reservation for its first MiB, but for its bytes if the quota has no MiB left', async () => {
    const uploads = files.replicas[0]?.app.get(UploadsRepository, { strict: false }) as UploadsRepository;
    const grow = jest.spyOn(uploads, 'grow');
    await files.upload(ana, Buffer.alloc(MIB));
    expect([grow.mock.calls.length, await usage()]).toEqual([0, [[MIB, 0]]]);

    files.realmId++;
    files.uploadQuotaMib = 1;
    await files.upload(files.user(), Buffer.alloc(MIB - 10), { maxBytes: MIB - 10 });
    await files.upload(files.user(), 'ten bytes!');
    // A MiB first, then the bytes.
    expect([grow.mock.calls.length, await usage()]).toEqual([2, [[MIB, 0]]]);
    await expect(files.upload(files.user(), 'x')).rejects.toMatchObject({ code: 'REALM_UPLOAD_QUOTA' });
    grow.mockRestore();
  });

  it('that breaks off leaves nothing', async () => {
    const before = await storedObjects();

    const body = new TransformStream<Uint8Array, Uint8Array>();
    const writer = body.writable.getWriter();
    const upload = files.upload(ana, body.readable, { maxBytes: MIB }).catch((error: Error) => error);
    await writer.write(Buffer.alloc(100_000));
    await eventually(async () => (await usage())[0]?.[1] === MIB);
    await writer.abort(new Error('The sender is gone.'));

    expect(await upload).toHaveProperty('message');
    await eventually(async () => (await usage())[0]?.[1] === 0);
    expect((await attachmentsOf(ana)).attachments).toEqual([]);
    expect(await storedObjects()).toBe(before);
    expect(await files.published(AttachmentAdded)).toEqual([]);
  });
});

describe('an upload with a row that PostgreSQL lost in a crash', () => {
  const body = () => {
    const stream = new TransformStream<Uint8Array, Uint8Array>();
    return { stream: stream.readable, writer: stream.writable.getWriter() };
  };
  const receiving = async (actor: Principal): Promise<number | undefined> => {
    const sql = "SELECT id FROM files WHERE owner_id = $1 AND state = 'receiving'";
    return (await files.connections.query(sql, [actor.userId])).rows[0]?.id;
  };

  it('is answered 503, and leaves the next upload alone, which has got its id', async () => {
    const [lost, next] = [body(), body()];
    const losing = files.upload(ana, lost.stream, { maxBytes: 100 });
    losing.catch(() => {});
    await lost.writer.write(Buffer.from('of ana'));
    const id = await eventually(() => receiving(ana));
    // A commit without a sync, such as that of this row, is lost with the position of its sequence.
    await files.connections.query('DELETE FROM files WHERE id = $1', [id]);
    await files.connections.query('DELETE FROM realm_usage WHERE realm_id = $1', [files.realmId]);
    await files.connections.query(`ALTER SEQUENCE files_id_seq RESTART WITH ${Number(id)}`);
    const following = files.upload(ben, next.stream, { maxBytes: 100 });
    await next.writer.write(Buffer.from('of ben'));
    expect(await eventually(() => receiving(ben))).toBe(id);

    await lost.writer.close();
    await expect(losing).rejects.toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });

    await next.writer.close();
    await following;
    expect((await attachmentsOf(ana)).attachments).toEqual([]);
    expect((await attachmentsOf(ben)).attachments).toMatchObject([{ id: Number(id), size: 6 }]);
    expect(await usage()).toEqual([[6, 0]]);
  });

  it('is answered 503 when it needs more space', async () => {
    const { stream, writer } = body();
    const losing = files.upload(ana, stream);
    losing.catch(() => {});
    await writer.write(Buffer.alloc(10));
    const id = await eventually(() => receiving(ana));
    await files.connections.query('DELETE FROM files WHERE id = $1', [id]);

    await writer.write(Buffer.alloc(MIB)).catch(() => {});
    await expect(losing).rejects.toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    await writer.close().catch(() => {});
  });
});

describe('the quota of a realm', () => {
  it('counts every file of the realm', async () => {
    files.uploadQuotaMib = 1;
    await files.upload(ana, Buffer.alloc(MIB - 10));
    await files.upload(ben, Buffer.alloc(10), { maxBytes: 500 });

    for (const maxBytes of [null, 1, 2 * MIB]) {
      await expect(files.upload(ana, 'x', { maxBytes })).rejects.toMatchObject({
        code: 'REALM_UPLOAD_QUOTA',
        message: "Upload would exceed your organization's upload quota.",
        status: 400,
      });
    }
    expect(await usage()).toEqual([[MIB, 0]]);
  });

  it('is exact with many simultaneous uploads', async () => {
    files.uploadQuotaMib = 1;
    const body = Buffer.alloc(150_000);

    const uploads = await Promise.allSettled(
      Array.from({ length: 16 }, (_, n) =>
        files.upload(ana, body, { maxBytes: n % 2 === 0 ? null : body.length + 200 }),
      ),
    );

    const stored = uploads.filter(({ status }) => status === 'fulfilled').length;
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThanOrEqual(6);
    expect(await usage()).toEqual([[stored * body.length, 0]]);
    for (let further = stored; further < 6; further++) await files.upload(ana, body);
    await expect(files.upload(ana, body)).rejects.toMatchObject({ code: 'REALM_UPLOAD_QUOTA' });
    expect(await usage()).toEqual([[6 * body.length, 0]]);
  });
});

describe('attachments', () => {
  it('are deleted by their owner only, and free their space', async () => {
    await files.upload(ana, 'of ana');
    const [file] = (await attachmentsOf(ana)).attachments;
    const attachmentId = file?.id as number;
    const administrator = files.user({ role: Role.Owner });

    for (const actor of [ben, administrator]) {
      expect(await files.callError(removeAttachment, actor, { attachmentId })).toBe('Invalid attachment');
    }
    expect(await usage()).toEqual([[6, 0]]);
    await files.call(removeAttachment, ana, { attachmentId });

    expect(await attachmentsOf(ana)).toEqual({ attachments: [], upload_space_used: 0 });
    const removed = { userId: ana.userId, attachment: { id: attachmentId }, uploadSpaceUsed: 0 };
    expect(await files.published(AttachmentRemoved)).toEqual([removed]);
    expect(await files.callError(removeAttachment, ana, { attachmentId })).toBe('Invalid attachment');
  });

  it('are described to their owner only', async () => {
    await files.upload(ana, 'of ana');
    await files.upload(ben, 'of ben');
    const own = (await attachmentsOf(ana)).attachments.map(({ id }) => id);
    const others = (await attachmentsOf(ben)).attachments.map(({ id }) => id);
    const { realmId } = files;

    const found = await files.request(GetAttachmentsById, {
      realmId,
      ownerId: ana.userId,
      fileIds: [...own, ...others, 4_711],
    });
    const foreign = { realmId: realmId + 1, ownerId: ana.userId, fileIds: own };

    expect(found.map(({ id }) => id)).toEqual(own);
    expect(await files.request(GetAttachmentsById, foreign)).toEqual([]);
  });
});

it('operators read the space of a realm', async () => {
  files.uploadQuotaMib = 7;
  await files.upload(ana, 'hello');

  expect(await files.request(GetFilesUsage, { realmId: files.realmId })).toEqual({
    ...{ files: 1, bytesUsed: 5, bytesReserved: 0 },
    quotaMib: 7,
  });
});

it('the share of a quota is measured, and no share without a quota', async () => {
  const sampleOf = async (realmId: number): Promise<string | undefined> => {
    await files.replicas[0]?.app.get(UsageMetrics).measure();
    const samples = await register.getSingleMetricAsString('chat_files_quota_used_ratio');
    return samples.split('\n').find((line) => line.includes(`realm="${realmId}"`));
  };
  files.uploadQuotaMib = 8;
  await files.upload(ana, Buffer.alloc(MIB));
  expect(await sampleOf(files.realmId)).toMatch(/ 0\.125$/);

  files.realmId++;
  files.uploadQuotaMib = null;
  await files.upload(files.user(), 'hello');
  expect(await sampleOf(files.realmId)).toBeUndefined();
});
