import { setting } from '@chat/configuration';
import type { FileStorage, PresentedFile, StoredObject } from './file-storage.js';

const MIB = 1024 * 1024;

/** The address to redirect readers of a large file to; undefined if this service streams the file itself, which is the default. */
export async function presignedAddress(
  storage: FileStorage,
  { key, size }: Pick<StoredObject, 'key' | 'size'>,
  file: PresentedFile,
): Promise<string | undefined> {
  const above = setting('S3_PRESIGN_ABOVE_MIB');
  return above > 0 && size > above * MIB ? storage.presignedUrl(key, file) : undefined;
}
