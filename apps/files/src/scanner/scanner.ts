import type { Readable } from 'node:stream';

/** `unscanned`: the scanner is away, and the operator accepts files then. They are scanned later. */
export type ScanResult = 'clean' | 'unscanned';

/** Examines the bytes of an upload while they are stored. */
export abstract class Scanner {
  /** Whether uploads are scanned. Otherwise `scan` is not called. */
  abstract readonly isOn: boolean;
  /** Reads the whole stream. Rejects with an `ApiError` if the file must not be stored. */
  abstract scan(bytes: Readable): Promise<ScanResult>;
}
