import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ApplyFileClaims,
  AttachmentRemoved,
  DescribeFiles,
  FilesInUse,
  getAttachments,
  type Principal,
} from '@chat/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FileStorage } from '../storage/file-storage.js';
import { StorageCheckJob } from '../storage-check/storage-check.job.js';
import { TestFiles } from '../testing/test-files.js';
import { DiscardedObjectsJob } from './discarded-objects.job.js';
import { UnclaimedFilesJob } from './unclaimed-files.job.js';
import { UnfinishedUploadsJob } from './unfinished-uploads.job.js';

let files: TestFiles;
let ana: Principal;
/** Files that messaging says are linked. */
let inUse: readonly number[] = [];

const provided = <Provided>(type: abstract new (...parts: never[]) => Provided): Provided =>
  files.replicas[0]?.app.get(type as never, { strict: false }) as Provided;

beforeAll(async () => {
  files = await TestFiles.start();
  const reply = ({ fileIds }: FilesInUse) => fileIds.filter((id) => inUse.includes(id));
  await files.play('messaging', { [FilesInUse.pattern]: reply });
});
afterAll(() => files.close());
beforeEach(() => {
  files.realmId++;
  inUse = [];
  ana = files.user();
});

interface Row {
  readonly id: number;
  readonly storageKey: string;
}
const upload = async (): Promise<Row> => {
  const { pathId } = await files.upload(ana, 'hello');
  const { rows } = await files.connections.query('SELECT id, storage_key FROM files WHERE path_id = $1', [pathId]);
  return { id: Number(rows[0].id), storageKey: rows[0].storage_key };
};
const changeFiles = (assignment: string, ids: readonly number[]) =>
  files.connections.query(`UPDATE files SET ${assignment} WHERE id = ANY ($1)`, [ids]);
const ownIds = async () => (await files.call(getAttachments, ana, {})).attachments.map(({ id }) => id);
const isStored = async (key: string) => (await provided(FileStorage).head(key)) !== undefined;
const claim = (version: number, fields: object) =>
  files.request(ApplyFileClaims, { realmId: files.realmId, version, added: [], removed: [], holds: [], ...fields });

describe('the sweep', () => {
  it('deletes a file without a link after 35 days, then its bytes and previews', async () => {
    const [old, young] = [await upload(), await upload()];
    await changeFiles("unlinked_since = now() - interval '35 days'", [old.id]);
    await changeFiles("unlinked_since = now() - interval '34 days'", [young.id]);
    const preview = `previews/${old.storageKey.slice('uploads/'.length)}/840x560.webp`;
    await provided(FileStorage).copy(old.storageKey, preview);

    expect(await provided(UnclaimedFilesJob).run()).toBe(1);

    expect(await ownIds()).toEqual([young.id]);
    const removed = { userId: ana.userId, attachment: { id: old.id }, uploadSpaceUsed: 5 };
    expect(await files.published(AttachmentRemoved)).toEqual([removed]);
    expect(await isStored(old.storageKey)).toBe(true);
    await provided(DiscardedObjectsJob).run();
    expect(await isStored(old.storageKey)).toBe(false);
    expect(await isStored(preview)).toBe(false);
    expect(await isStored(young.storageKey)).toBe(true);
  });

  it('spares files that are linked, held, in use or about to be linked', async () => {
    const spared = [await upload(), await upload(), await upload(), await upload()].map(({ id }) => id);
    const [linked, held, used, described] = spared as [number, number, number, number];
    await claim(1, { added: [{ fileId: linked, messageId: 1, dateSent: 1 }], holds: [{ fileId: held, isHeld: true }] });
    await changeFiles("unlinked_since = now() - interval '90 days'", [held, used, described]);
    const { rows } = await files.connections.query('SELECT path_id FROM files WHERE id = $1', [described]);
    await files.request(DescribeFiles, { realmId: files.realmId, pathIds: [rows[0].path_id] });
    inUse = [used];

    expect(await provided(UnclaimedFilesJob).run()).toBe(0);

    expect(await ownIds()).toEqual(spared);
  });

  it('is far for lasting facts about a file', async () => {
    const [young, old, linked] = [await upload(), await upload(), await upload()];
    await claim(1, { added: [{ fileId: linked.id, messageId: 1, dateSent: 1 }] });
    await changeFiles("unlinked_since = now() - interval '34 days 22 hours 51 minutes'", [old.id]);
    const { rows } = await files.connections.query('SELECT path_id AS path FROM files WHERE realm_id = $1', [
      files.realmId,
    ]);
    const pathIds = rows.map(({ path }) => path);
    const described = await files.request(DescribeFiles, { realmId: files.realmId, pathIds });

    const lasting = described.filter(({ isLasting }) => isLasting).map(({ fileId }) => fileId);
    expect([described.length, lasting.toSorted((a, b) => a - b)]).toEqual([3, [young.id, linked.id]]);
  });

  it('with 0 days deletes every unclaimed file now', async () => {
    const [linked, unclaimed] = [await upload(), await upload()];
    await claim(1, { added: [{ fileId: linked.id, messageId: 1, dateSent: 1 }] });

    await Promise.all([provided(UnclaimedFilesJob).run(undefined, 0), provided(UnclaimedFilesJob).run(undefined, 0)]);

    expect(await ownIds()).toEqual([linked.id]);
    expect(await files.published(AttachmentRemoved)).toHaveLength(1);
    expect(unclaimed.id).toBeGreaterThan(linked.id);
  });

  it('removes uploads that ended with their process, and returns their reservation', async () => {
    const [ended, goingOn] = [await upload(), await upload()];
    await changeFiles("state = 'receiving', active_at = now() - interval '51 minutes'", [ended.id]);
    await changeFiles("state = 'receiving', active_at = now() - interval '49 minutes'", [goingOn.id]);
    await files.connections.query('UPDATE realm_usage SET bytes_used = 0, bytes_reserved = 10 WHERE realm_id = $1', [
      files.realmId,
    ]);
    const remains = join(files.folder, 'INCOMPLETE');
    for (const [name, minutes] of [
      ['ended', 51],
      ['going-on', 49],
    ] as const) {
      await writeFile(join(remains, name), 'bytes');
      const lastWrite = new Date(Date.now() - minutes * 60_000);
      await utimes(join(remains, name), lastWrite, lastWrite);
    }

    expect(await provided(UnfinishedUploadsJob).run()).toBe(1);
    expect(await readdir(remains)).toEqual(['going-on']);
    await provided(DiscardedObjectsJob).run();

    const { rows } = await files.connections.query('SELECT bytes_reserved FROM realm_usage WHERE realm_id = $1', [
      files.realmId,
    ]);
    expect(Number(rows[0].bytes_reserved)).toBe(5);
    expect(await isStored(ended.storageKey)).toBe(false);
    expect(await isStored(goingOn.storageKey)).toBe(true);
  });
});

describe('the check of the storage', () => {
  it('deletes old bytes without a row, and reports files without bytes', async () => {
    const [whole, emptied] = [await upload(), await upload()];
    const storage = provided(FileStorage);
    const unknown = [
      'uploads/ff/unknown',
      'previews/ff/unknown/a.webp',
      'resumable/unknown/0.ff',
      IMAGE('b', 'image.png'),
    ];
    const known = [previewOf(whole.storageKey), IMAGE('a', 'image.png'), `resumable/${'a'.repeat(32)}/0.ff`];
    for (const key of [...unknown, ...known]) await storage.copy(whole.storageKey, key);
    await storage.delete(emptied.storageKey);
    await addRows(whole.id);

    const { objectsWithoutRow, filesWithoutBytes } = await provided(StorageCheckJob).run();

    // The objects may belong to uploads that have no row yet.
    expect(objectsWithoutRow).toBe(0);
    expect(filesWithoutBytes).toEqual([expect.stringMatching(/notes\.txt$/), IMAGE('a', 'small.png')]);
    const aged = {
      ...storage,
      list: (prefix: string) => agedObjects(storage, prefix),
      head: storage.head.bind(storage),
    };
    const check = provided(StorageCheckJob) as unknown as { storage: unknown };
    check.storage = aged;
    expect((await provided(StorageCheckJob).run()).objectsWithoutRow).toBe(unknown.length);
    await provided(DiscardedObjectsJob).run();
    for (const key of unknown) expect([key, await isStored(key)]).toEqual([key, false]);
    for (const key of [whole.storageKey, ...known]) expect([key, await isStored(key)]).toEqual([key, true]);
    const { rows } = await files.connections.query('SELECT rows_without_bytes FROM storage_checks');
    expect(Number(rows[0].rows_without_bytes)).toBe(2);
  });
});

const IMAGE = (token: string, object: string) => `images/${files.realmId}/avatar/${token.repeat(32)}/${object}`;
const previewOf = (storageKey: string) => `${storageKey.replace('uploads/', 'previews/')}/840x560.webp`;

/** An image in use without its small picture, one with bytes that may be on their way, and a piece of a resumable upload. */
async function addRows(fileId: number): Promise<void> {
  for (const [token, objects, due] of [
    ['a', ['image.png', 'small.png'], '20 hours'],
    ['c', ['image.png'], '1 hour'],
  ]) {
    await files.connections.query(
      `INSERT INTO images (realm_id, purpose, token, objects, check_at)
       VALUES ($1, 'avatar', repeat($2, 32), $3, now() + $4::interval)`,
      [files.realmId, token, objects, due],
    );
  }
  await files.connections.query(
    `WITH upload AS (
       INSERT INTO resumable_uploads (id, file_id, realm_id, owner_id, length, content_type, metadata, expires_at)
       VALUES (repeat('a', 32), $1, $2, 1, 9, '', '', now() + interval '1 hour') RETURNING id
     ) INSERT INTO resumable_pieces SELECT id, 0, 5, 'resumable/' || id || '/0.ff' FROM upload`,
    [fileId, files.realmId],
  );
}

async function* agedObjects(storage: FileStorage, prefix: string) {
  for await (const object of storage.list(prefix)) yield { ...object, modifiedAt: new Date(0) };
}
