import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DescribeFiles } from '@chat/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { TestFiles } from '../testing/test-files.js';

let files: TestFiles;
beforeAll(async () => {
  files = await TestFiles.start({ environment: { KEEP_IMAGE_METADATA: 'true' } });
});
afterAll(async () => {
  process.env['KEEP_IMAGE_METADATA'] = '';
  await files.close();
});

it('a picture is stored byte for byte with KEEP_IMAGE_METADATA, and has its facts', async () => {
  const bytes = await sharp({ create: { width: 12, height: 8, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Artist: 'Ana-at-home' } })
    .jpeg()
    .toBuffer();
  const { pathId } = await files.upload(files.user(), bytes, { fileName: 'photo.jpg', contentType: 'image/jpeg' });

  const { rows } = await files.connections.query('SELECT storage_key AS key FROM files WHERE path_id = $1', [pathId]);
  expect(bytes.includes('Ana-at-home')).toBe(true);
  expect(readFileSync(join(files.folder, rows[0].key)).equals(bytes)).toBe(true);
  const [described] = await files.request(DescribeFiles, { realmId: files.realmId, pathIds: [pathId] });
  expect(described).toMatchObject({ picture: { width: 12, height: 8 } });
});
