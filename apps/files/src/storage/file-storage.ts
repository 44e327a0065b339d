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

/**
 * Named objects of bytes. Keys are made by the server: segments of `a-z 0-9 - _ .` with `/` between them. An object never changes:
 * a put of a new key stores it whole or not at all. The suite `storage-contract.testing.ts` runs against every implementation.
 */
export abstract class FileStorage {
  /**
   * Stores the stream under the key. Resolves with the number of bytes when they are durable. If the stream or the storage fails, it rejects
   * and no object remains.
   */
  abstract put(key: string, bytes: Readable): Promise<number>;
  /** The bytes of the object or of a range of it. Rejects with {@link ObjectMissing}. The caller must read or destroy the stream. */
  abstract get(key: string, range?: ByteRange): Promise<Readable>;
  /** Undefined if there is no such object. */
  abstract head(key: string): Promise<StoredObject | undefined>;
  /** Resolves also if there is no such object. */
  abstract delete(key: string): Promise<void>;
  /** All objects with keys that begin with the prefix, in no particular order. */
  abstract list(prefix: string): AsyncIterable<StoredObject>;
  /** Copies an object as {@link put} stores one. Rejects with {@link ObjectMissing}. */
  abstract copy(from: string, to: string): Promise<void>;
}

export class ObjectMissing extends Error {
  constructor(key: string) {
    super(`The storage has no object ${key}.`);
  }
}
