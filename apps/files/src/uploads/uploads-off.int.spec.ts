import { BeginUpload } from '@chat/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { TestFiles } from '../testing/test-files.js';

let files: TestFiles;
beforeAll(async () => {
  files = await TestFiles.start({ environment: { MAX_FILE_UPLOAD_SIZE_MIB: '0' } });
});
afterAll(async () => {
  process.env['MAX_FILE_UPLOAD_SIZE_MIB'] = '';
  await files.close();
});

it('an upload of any length is refused before a byte is sent if MAX_FILE_UPLOAD_SIZE_MIB is 0', async () => {
  const { realmId } = files;
  const begin = { realmId, actor: files.user(), fileName: 'a.txt', contentType: '' };

  for (const maxBytes of [null, 0, 5]) {
    await expect(files.request(BeginUpload, { ...begin, maxBytes })).rejects.toMatchObject({ status: 400 });
  }
});
