import { ApiError, MULTIPART_SLACK_BYTES, serviceUnavailable, uploadQuotaExceeded } from '@chat/contracts';
import type { ArrivingFile, UploadsRepository } from './uploads.repository.js';

/** A reservation without a known size grows by this much. */
const STEP_BYTES = 1024 * 1024;
/** How often an upload shows that it goes on while its reservation does not grow. */
const TOUCH_EVERY_MS = 5 * 60_000;

/** The space that an upload has reserved in the quota of its realm. */
export class Reservation {
  private touchedAt = Date.now();

  private constructor(
    private readonly uploads: UploadsRepository,
    private readonly file: ArrivingFile,
    private readonly quotaMib: number | null,
    readonly fileId: number,
    private bytes: number,
  ) {}

  /**
   * Inserts the row of the file and reserves `maxBytes`, or one step if that is null: most files then need no further reservation. Reserves
   * as little as the upload needs for certain if there is no more space. Throws REALM_UPLOAD_QUOTA.
   */
  static async open(
    uploads: UploadsRepository,
    file: ArrivingFile,
    { maxBytes, quotaMib }: { readonly maxBytes: number | null; readonly quotaMib: number | null },
  ): Promise<Reservation> {
    const insert = (bytes: number) =>
      uploads.insert(file, bytes, quotaMib).then((fileId) => new Reservation(uploads, file, quotaMib, fileId, bytes));
    return orIfOverQuota(
      () => insert(maxBytes ?? STEP_BYTES),
      () => insert(Math.max(0, (maxBytes ?? 0) - MULTIPART_SLACK_BYTES)),
    );
  }

  /** Makes room for a file of `totalBytes`. Throws REALM_UPLOAD_QUOTA. */
  async permit(totalBytes: number): Promise<void> {
    const missing = totalBytes - this.bytes;
    if (missing > 0) {
      await orIfOverQuota(
        () => this.grow(Math.max(missing, STEP_BYTES)),
        () => this.grow(missing),
      );
    } else if (Date.now() - this.touchedAt > TOUCH_EVERY_MS) await this.grow(0);
  }

  private async grow(bytes: number): Promise<void> {
    if (!(await this.uploads.grow(this.file, bytes, this.quotaMib))) throw uploadEnded();
    this.bytes += bytes;
    this.touchedAt = Date.now();
  }
}

/** For an upload without its row: PostgreSQL lost it in a crash, or the sweep removed it while this process stood still. */
export const uploadEnded = (): ApiError => serviceUnavailable('files');

async function orIfOverQuota<Result>(first: () => Promise<Result>, second: () => Promise<Result>): Promise<Result> {
  try {
    return await first();
  } catch (error) {
    if (error instanceof ApiError && error.code === uploadQuotaExceeded().code) return second();
    throw error;
  }
}
