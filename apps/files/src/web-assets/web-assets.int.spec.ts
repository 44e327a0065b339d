import { FindMissingWebAssets, ReadWebAsset, StoreWebAsset } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { TestFiles } from '../testing/test-files.js';

let files: TestFiles;
beforeAll(async () => {
  files = await TestFiles.start();
});
afterAll(() => files.close());

const asset = (text: string, encoding: 'br' | null = null) => ({
  encoding,
  content: Buffer.from(text).toString('base64'),
});
const missing = async (...names: string[]) => (await files.request(FindMissingWebAssets, { names })).missing;
const read = async (name: string) => (await files.request(ReadWebAsset, { name })).asset;

it('a file of a release is stored once, and read by its name', async () => {
  expect(await missing('a-1.js', 'b-2.woff2')).toEqual(['a-1.js', 'b-2.woff2']);
  const stores = [asset('first', 'br'), asset('second', 'br')].map((content) =>
    files.request(StoreWebAsset, { name: 'a-1.js', ...content }),
  );
  await Promise.all(stores);

  expect(await missing('a-1.js', 'b-2.woff2')).toEqual(['b-2.woff2']);
  expect([asset('first', 'br'), asset('second', 'br')]).toContainEqual(await read('a-1.js'));
  expect(await read('b-2.woff2')).toBeNull();
});

it('a file is deleted after 30 days without a gateway that serves it', async () => {
  const database = files.replicas[0]!.app.get(Database);
  const age = (name: string, days: number) =>
    database.query('UPDATE web_assets SET served_at = now() - make_interval(days => $2) WHERE name = $1', [name, days]);
  for (const name of ['old-1.js', 'recent-1.js', 'served-1.js'])
    await files.request(StoreWebAsset, { name, ...asset(name) });
  await age('old-1.js', 31);
  await age('recent-1.js', 29);
  await age('served-1.js', 31);

  expect(await missing('served-1.js')).toEqual([]);

  expect(await read('old-1.js')).toBeNull();
  expect(await read('recent-1.js')).toEqual(asset('recent-1.js'));
  expect(await read('served-1.js')).toEqual(asset('served-1.js'));
});
