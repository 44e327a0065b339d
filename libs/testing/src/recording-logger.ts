import type { ConnectionLogger } from '@chat/redis';

/** A log that stores its lines for the assertions of tests. */
export class RecordingLogger implements ConnectionLogger {
  readonly lines: { level: string; details: object; message: string }[] = [];

  info(details: object, message: string): void {
    this.lines.push({ level: 'info', details, message });
  }
  warn(details: object, message: string): void {
    this.lines.push({ level: 'warn', details, message });
  }
  error(details: object, message: string): void {
    this.lines.push({ level: 'error', details, message });
  }
}
