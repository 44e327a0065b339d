import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '@chat/persistence';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { TestFiles } from '../testing/test-files.js';
import { DiskStorage } from './disk-storage.js';
import { StorageIdentity } from './storage-identity.js';

let service: TestFiles;
let shared: string;
let other: string;
beforeAll(async () => {
  service = await TestFiles.start();
  shared = service.folder;
  other = await mkdtemp(join(tmpdir(), 'chat-identity-'));
});
afterAll(async () => {
  await service?.close();
  await rm(other, { recursive: true });
});

const start = (path: string) => {
  const database = service.replicas[0]?.app.get(Database) as Database;
  return new StorageIdentity(database, new DiskStorage(path)).onModuleInit();
};

it('replicas with the folder of the first one start, and a replica with another folder does not', async () => {
  await Promise.all([start(shared), start(shared)]);

  await expect(start(other)).rejects.toThrow('is not the storage of this installation: it has no object `identity`');
  await writeFile(join(other, 'identity'), 'another id');
  await expect(start(other)).rejects.toThrow('its object `identity` has another id');

  await writeFile(join(other, 'identity'), await readFile(join(shared, 'identity')));
  await start(other);
});

it('a new database takes the identity that the folder has, and simultaneous first starts agree', async () => {
  const id = await readFile(join(shared, 'identity'), 'utf8');
  const forget = () => service.connections.query('DELETE FROM storage_identity');
  await forget();
  await Promise.all([start(shared), start(shared)]);
  expect(await readFile(join(shared, 'identity'), 'utf8')).toBe(id);

  await forget();
  await rm(join(shared, 'identity'));
  await Promise.all([start(shared), start(shared), start(shared)]);

  expect((await service.connections.query('SELECT id FROM storage_identity')).rows).toEqual([
    { id: await readFile(join(shared, 'identity'), 'utf8') },
  ]);
});
