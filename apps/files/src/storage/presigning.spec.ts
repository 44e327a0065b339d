import { expect, it } from '@jest/globals';
import { S3Storage } from './s3-storage.js';

const PRESENTED = { contentType: 'image/png', disposition: 'inline' };

async function originOf(publicEndpoint: string | null): Promise<string> {
  const storage = new S3Storage({
    ...{
      bucket: 'files',
      region: 'eu-1',
      endpoint: 'http://storage.internal:8333',
      publicEndpoint,
      usesPathStyle: true,
    },
    ...{
      keys: { accessKeyId: 'id', secretAccessKey: 'secret' },
      encryption: '',
      kmsKeyId: '',
      spoolFolder: '/nowhere',
    },
  });
  const address = new URL(await storage.presignedUrl('uploads/ab/one', PRESENTED));
  storage.close();
  expect(address.pathname).toBe('/files/uploads/ab/one');
  return address.origin;
}

it('presigned addresses have the public address of the bucket, if there is one', async () => {
  expect(await originOf('https://files.example.com')).toBe('https://files.example.com');
  expect(await originOf(null)).toBe('http://storage.internal:8333');
});
