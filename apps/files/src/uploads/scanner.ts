import type { Readable } from 'node:stream';

/** Examines the bytes of an upload while they are stored. */
export abstract class Scanner {
  /** Whether uploads are scanned. Otherwise `scan` is not called. */
  abstract readonly isOn: boolean;
  /** Reads the whole stream. Rejects with an `ApiError` if the file must not be stored. */
  abstract scan(bytes: Readable): Promise<void>;
}

/** For an installation without scanner. */
export class NoScanner extends Scanner {
  readonly isOn = false;

  async scan(): Promise<void> {}
}
