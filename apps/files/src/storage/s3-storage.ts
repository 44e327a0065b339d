import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import {
  type ByteRange,
  FileStorage,
  isKey,
  ObjectMissing,
  type PresentedFile,
  STORAGE_STEP_MS,
  type StoredObject,
} from './file-storage.js';
import { MemoryBudget } from './memory-budget.js';
import { withSpooled } from './spooled-bytes.js';
import { storageError } from './storage-failures.js';

const PART_BYTES = 8 * 1024 * 1024;
/** The library holds a part twice while it puts it together. */
const UPLOAD_BYTES = 2 * PART_BYTES;
const MAX_UPLOAD_MEMORY = 4 * UPLOAD_BYTES;
const MAX_CONNECTIONS = 512;
const CONNECT_MS = 5_000;
const ATTEMPTS = 2;
const PRESIGNED_SECONDS = 60;
const MISSING = ['NoSuchKey', 'NotFound'];

export interface S3Options {
  readonly bucket: string;
  readonly region: string;
  /** Null: that of Amazon in the region. */
  readonly endpoint: string | null;
  /** Where readers reach the interface; null: at `endpoint`. */
  readonly publicEndpoint?: string | null;
  readonly usesPathStyle: boolean;
  /** Null: from the environment that the process runs in, for example the role of the machine. */
  readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  readonly encryption: '' | 'AES256' | 'aws:kms';
  readonly kmsKeyId: string;
  /** Folder for files on their way to the bucket. */
  readonly spoolFolder: string;
  readonly stepMs?: number;
  /** Objects in a page of a list. */
  readonly pageSize?: number;
}

/** Objects of a bucket with an S3 interface. Replicas on any machines share it. */
export class S3Storage extends FileStorage {
  private readonly client: S3Client;
  /** Signs addresses for readers. Its host is a part of the signature. */
  private readonly publicClient: S3Client;
  private readonly memory = new MemoryBudget(MAX_UPLOAD_MEMORY);
  private readonly encryption;

  constructor(private readonly options: S3Options) {
    super();
    const { endpoint, publicEndpoint, encryption, kmsKeyId } = options;
    this.encryption = {
      ...(encryption !== '' && { ServerSideEncryption: encryption }),
      ...(kmsKeyId !== '' && { SSEKMSKeyId: kmsKeyId }),
    };
    this.client = this.clientOf(endpoint);
    this.publicClient = publicEndpoint ? this.clientOf(publicEndpoint) : this.client;
  }

  /** Throws a message for the operator if the bucket cannot be used. */
  async requireBucket(): Promise<void> {
    const { bucket } = this.options;
    try {
      await this.client.send(new HeadBucketCommand({ Bucket: bucket }));
    } catch (error) {
      const status = (error as S3ServiceException).$metadata?.httpStatusCode;
      const problem = status === undefined ? `does not answer: ${(error as Error).message}` : `gives status ${status}`;
      throw new Error(`S3_BUCKET is "${bucket}", but the storage ${problem}.`);
    }
  }

  async put(key: string, bytes: Readable): Promise<number> {
    try {
      const object = this.objectOf(key);
      return await withSpooled(bytes, this.options.spoolFolder, async ({ size, open }) => {
        const share = Math.min(2 * size, UPLOAD_BYTES);
        await this.memory.use(share, () => this.upload({ ...object, ContentLength: size, Body: open() }));
        return size;
      });
    } finally {
      bytes.destroy();
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const command = new GetObjectCommand({
      ...this.objectOf(key),
      ...(range && { Range: `bytes=${range.start}-${range.end}` }),
    });
    const { Body } = await this.client.send(command).catch(this.rethrow(key));
    return Body as unknown as Readable;
  }

  async head(key: string): Promise<StoredObject | undefined> {
    try {
      const command = new HeadObjectCommand(this.objectOf(key));
      const { ContentLength = 0, LastModified } = await this.client.send(command).catch(this.rethrow(key));
      return { key, size: ContentLength, modifiedAt: LastModified as Date };
    } catch (error) {
      if (error instanceof ObjectMissing) return undefined;
      throw error;
    }
  }

  /** One object at a time: other servers than Amazon's refuse the checksum of a list of deletions. */
  async delete(key: string): Promise<void> {
    const deleting = this.client.send(new DeleteObjectCommand(this.objectOf(key))).catch(this.rethrow(key));
    await deleting.catch((error) => {
      if (!(error instanceof ObjectMissing)) throw error;
    });
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    let token: string | undefined;
    do {
      const { bucket: Bucket, pageSize: MaxKeys } = this.options;
      const command = new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys, ContinuationToken: token });
      const { Contents = [], NextContinuationToken } = await this.client.send(command).catch(this.rethrow(prefix));
      for (const { Key = '', Size = 0, LastModified } of Contents) {
        if (isKey(Key)) yield { key: Key, size: Size, modifiedAt: LastModified as Date };
      }
      token = NextContinuationToken;
    } while (token !== undefined);
  }

  async copy(from: string, to: string): Promise<void> {
    const { Bucket, Key } = this.objectOf(from);
    const command = new CopyObjectCommand({
      ...{ ...this.objectOf(to), ...this.encryption },
      CopySource: `${Bucket}/${Key}`,
    });
    await this.client.send(command).catch(this.rethrow(from));
  }

  async removeIncomplete(before: Date): Promise<number> {
    const { bucket: Bucket } = this.options;
    let removed = 0;
    let next: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
    while (next !== undefined) {
      const page: ListMultipartUploadsCommandOutput = await this.client
        .send(new ListMultipartUploadsCommand({ Bucket, ...next }))
        .catch(this.rethrow(''));
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (Initiated === undefined || Initiated >= before) continue;
        await this.client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(this.rethrow(''));
        removed++;
      }
      const { IsTruncated, NextKeyMarker, NextUploadIdMarker } = page;
      next = IsTruncated
        ? { KeyMarker: NextKeyMarker as string, UploadIdMarker: NextUploadIdMarker as string }
        : undefined;
    }
    return removed;
  }

  override presignedUrl(key: string, { contentType, disposition }: PresentedFile): Promise<string> {
    const command = new GetObjectCommand({
      ...this.objectOf(key),
      ResponseContentType: contentType,
      ResponseContentDisposition: disposition,
    });
    return getSignedUrl(this.publicClient, command, { expiresIn: PRESIGNED_SECONDS });
  }

  override close(): void {
    this.client.destroy();
    this.publicClient.destroy();
  }

  private clientOf(endpoint: string | null): S3Client {
    const { region, usesPathStyle, keys, stepMs } = this.options;
    return new S3Client({
      region,
      forcePathStyle: usesPathStyle,
      ...(endpoint !== null && { endpoint }),
      ...(keys && { credentials: keys }),
      // Other servers than Amazon's refuse the checksums that the library adds otherwise, or store them as part of the bytes.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: ATTEMPTS,
      requestHandler: {
        connectionTimeout: CONNECT_MS,
        requestTimeout: stepMs ?? STORAGE_STEP_MS,
        throwOnRequestTimeout: true,
        httpAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
        httpsAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
      },
    });
  }

  /** Takes two parts in memory at most, and removes the parts if it fails. */
  private async upload(params: { Bucket: string; Key: string; ContentLength: number; Body: Readable }): Promise<void> {
    const options = { partSize: PART_BYTES, queueSize: 1, leavePartsOnError: false };
    try {
      await new Upload({ client: this.client, params: { ...params, ...this.encryption }, ...options }).done();
    } catch (error) {
      // The object may be there although its response was lost.
      await this.delete(params.Key).catch(() => {});
      throw asStorageError(error);
    }
  }

  private objectOf(key: string): { Bucket: string; Key: string } {
    if (!isKey(key)) throw new Error(`Not a key of the storage: ${JSON.stringify(key)}.`);
    return { Bucket: this.options.bucket, Key: key };
  }

  private readonly rethrow =
    (key: string) =>
    (error: Error): never => {
      throw MISSING.includes(error.name) ? new ObjectMissing(key) : asStorageError(error);
    };
}

const asStorageError = (error: unknown): Error => {
  const { name, $metadata } = error as S3ServiceException;
  return storageError(error, $metadata?.httpStatusCode === 507 || name === 'QuotaExceeded');
};
