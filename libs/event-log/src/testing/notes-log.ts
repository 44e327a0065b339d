import { domainEvent, MessageSent } from '@chat/contracts';
import type { ConnectionLogger } from '@chat/redis';
import type { Redis } from 'ioredis';
import { DomainEventLog } from '../log/domain-event-log.js';
import { LogReader } from '../log/log-reader.js';

export const NoteWritten = domainEvent<{ n: number }>()('users.note_written');
export const REALM = 5;

/** A log with notes of one realm. */
export class NotesLog {
  readonly log: DomainEventLog;
  readonly reader: LogReader;

  constructor(
    private readonly server: { readonly redis: Redis; readonly url: string },
    logger: ConnectionLogger,
  ) {
    this.log = new DomainEventLog(server.redis);
    this.reader = new LogReader(server.url, { name: 'test', logger });
  }

  append(sequence: number, n = sequence) {
    return this.log.append('users', REALM, [{ sequence, type: NoteWritten.type, payload: JSON.stringify({ n }) }]);
  }

  /** An event for clients only, of the same service as the notes. */
  appendForClients(sequence: number) {
    return this.log.append('users', REALM, [{ sequence, type: MessageSent.type, payload: '{}' }]);
  }

  /** Waits until the reader has applied everything. */
  applied(): Promise<void> {
    return this.reader.waitUntilLatest(REALM);
  }

  /** Ids of log entries are times in milliseconds, so events after a wipe must be at least a millisecond later. */
  async wipe(): Promise<void> {
    const writtenAt = Date.now();
    while (Date.now() <= writtenAt + 1) await new Promise((resolve) => setImmediate(resolve));
    await this.server.redis.flushdb();
  }
}
