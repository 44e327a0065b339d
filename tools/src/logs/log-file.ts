import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** A log grows to this size, then becomes `<name>.1`, replacing the one before. */
const MAX_LOG_BYTES = 50 * 1024 * 1024;

/**
 * A log file of one process, which grows over its restarts and those of the launcher. Its size is bounded. Lines of one
 * moment, frequent under load, are one write. Writing never throws: a full disk must not end the logged process.
 */
export class LogFile {
  private fd: number | undefined;
  private bytes = 0;
  private waiting = '';

  constructor(
    readonly path: string,
    private readonly maxBytes = MAX_LOG_BYTES,
  ) {
    mkdirSync(dirname(path), { recursive: true });
    this.open();
  }

  writeLine(line: string): void {
    if (this.fd === undefined) return;
    if (this.waiting === '') queueMicrotask(() => this.writeWaiting());
    this.waiting += `${line}\n`;
    if (this.bytes + this.waiting.length > this.maxBytes) this.writeWaiting();
  }

  close(): void {
    this.writeWaiting();
    if (this.fd !== undefined) closeSync(this.fd);
    this.fd = undefined;
  }

  private writeWaiting(): void {
    const text = this.waiting;
    this.waiting = '';
    if (text === '' || this.fd === undefined) return;
    try {
      this.bytes += writeSync(this.fd, text);
      if (this.bytes > this.maxBytes) this.rotate();
    } catch {
      // Nowhere to say it.
    }
  }

  private open(): void {
    // Readable by oneself only: logs name people and addresses.
    this.fd = openSync(this.path, 'a', 0o600);
    this.bytes = fstatSync(this.fd).size;
  }

  private rotate(): void {
    this.close();
    renameSync(this.path, `${this.path}.1`);
    this.open();
  }
}
