import type { Readable } from 'node:stream';

/** Bytes `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredObject {
  readonly key: string;
  readonly size: number;
  readonly modifiedAt: Date;
}

/** Headers of a file that is read at a presigned address. */
export interface PresentedFile {
  readonly contentType: string;
  readonly disposition: string;
}

/** Key of the object that identifies the storage of an installation. */
export const IDENTITY_KEY = 'identity';
/** Time in which a storage must finish one step: a write, a sync, a request. */
export const STORAGE_STEP_MS = 30_000;
/**
 * An upload without a sign for so long has ended: with its process, or it could not be removed. It shows a sign every five minutes, and its
 * remains are looked for as often. So nothing of it is left after an hour.
 */
export const INCOMPLETE_AFTER_MS = 50 * 60_000;

/**
 * Named objects of bytes. Keys are made by the server: segments of `a-z 0-9 - _ .` with `/` between them. An object never changes:
 * a put of a new key stores it whole or not at all. The suite `storage-contract.testing.ts` runs against every implementation.
 *
 * Without space, a method rejects with a 507. If the storage fails or takes longer than {@link STORAGE_STEP_MS} for a step, it rejects with
 * a 503. The cause of either is in the log.
 */
export abstract class FileStorage {
  /**
   * Stores the stream under the key. Resolves with the number of bytes when they are durable. If the stream or the storage fails, it rejects,
   * the stream is destroyed, and no object remains. An error of the stream is passed on.
   */
  abstract put(key: string, bytes: Readable): Promise<number>;
  /** The bytes of the object or of a range of it. Rejects with {@link ObjectMissing}. The caller must read or destroy the stream. */
  abstract get(key: string, range?: ByteRange): Promise<Readable>;
  abstract head(key: string): Promise<StoredObject | undefined>;
  /** Resolves also if there is no such object. */
  abstract delete(key: string): Promise<void>;
  /** All objects with keys that begin with the prefix, in no particular order. One that comes or goes meanwhile may be listed or not. */
  abstract list(prefix: string): AsyncIterable<StoredObject>;
  /** Copies an object as {@link put} stores one. Rejects with {@link ObjectMissing}. */
  abstract copy(from: string, to: string): Promise<void>;
  /** Removes remains of the puts of killed processes that are older than the time. Resolves with their number. */
  abstract removeIncomplete(before: Date): Promise<number>;
  /** An address at which anyone can read the object for a minute; undefined if only this service can read it. */
  async presignedUrl(_key: string, _file: PresentedFile): Promise<string | undefined> {
    return undefined;
  }
  /** Ends the connections. */
  close(): void {}
}

export class ObjectMissing extends Error {
  constructor(key: string) {
    super(`The storage has no object ${key}.`);
  }
}

const KEY = /^(?!\.)[a-z0-9._-]+(?:\/(?!\.)[a-z0-9._-]+)*$/;

/** Whether the server can have made the key. */
export const isKey = (key: string): boolean => KEY.test(key);

/** The result of a step of the storage. Rejects if it takes longer than {@link STORAGE_STEP_MS}; the step itself cannot be stopped. */
export async function withinStepTime<Result>(step: Promise<Result>, ms = STORAGE_STEP_MS): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the storage did not finish a step within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([step, late]);
  } finally {
    clearTimeout(timer);
    // The caller has its error already.
    step.catch(() => {});
  }
}
