import { join } from 'node:path';
import { setting } from '@chat/configuration';
import { DiskStorage } from './disk-storage.js';
import type { FileStorage } from './file-storage.js';

/** `disk`: the folder FILES_DIR. `s3`: the bucket S3_BUCKET. */
export type StorageKind = 'disk' | 's3';

export const configuredKind = (): StorageKind => (setting('S3_BUCKET') === '' ? 'disk' : 's3');

/** The storage that the settings name. Throws a message for the operator if they do not fit or the bucket refuses access. */
export async function openStorage(kind = configuredKind()): Promise<FileStorage> {
  if (kind === 'disk') return new DiskStorage(setting('FILES_DIR'));
  // The library for S3 takes 27 MB of memory.
  const { S3Storage } = await import('./s3-storage.js');
  const storage = new S3Storage({
    bucket: setting('S3_BUCKET'),
    region: setting('S3_REGION'),
    endpoint: setting('S3_ENDPOINT'),
    publicEndpoint: setting('S3_PUBLIC_ENDPOINT'),
    usesPathStyle: setting('S3_PATH_STYLE'),
    keys: keys(),
    encryption: setting('S3_ENCRYPTION'),
    kmsKeyId: setting('S3_KMS_KEY_ID'),
    spoolFolder: join(setting('FILES_DIR'), 'OUTGOING'),
  });
  await storage.requireBucket();
  return storage;
}

function keys() {
  const [accessKeyId, secretAccessKey] = [setting('S3_ACCESS_KEY_ID'), setting('S3_SECRET_ACCESS_KEY')];
  if ((accessKeyId === '') !== (secretAccessKey === '')) {
    throw new Error('Set both S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or neither.');
  }
  return accessKeyId === '' ? null : { accessKeyId, secretAccessKey };
}
