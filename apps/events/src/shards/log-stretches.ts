import type { LoggedEvent } from '@chat/contracts';
import {
  ALL_PARTITIONS,
  decodeLogEntry,
  logKey,
  partitionOf,
  type RawLogEntry,
  stateEventsKey,
  tailKey,
} from '@chat/event-log';
import type { Redis } from 'ioredis';

/** Events per read of a shard that catches up. */
const CATCH_UP_COUNT = 200;
/** Entries per read of the events of a realm. */
const STRETCH_COUNT = 1_000;

/** Reads stretches of the log for shards that catch up, and for registrations. */
export class LogStretches {
  constructor(private readonly commands: Redis) {}

  /** The position of the last entry of a partition. */
  async tail(partition: number): Promise<string> {
    return (await this.commands.get(tailKey(partition))) ?? '0-0';
  }

  /** By partition, the position of the last entry. */
  tails(): Promise<string[]> {
    return Promise.all(ALL_PARTITIONS.map((partition) => this.tail(partition)));
  }

  /** Some events of a partition after `position`. None at the end of the log. */
  async readAfter(partition: number, position: string): Promise<LoggedEvent[]> {
    return decoded(await this.commands.xrange(logKey(partition), `(${position}`, '+', 'COUNT', CATCH_UP_COUNT));
  }

  /** The realm's events in `(after, until]`. Undefined if there are more than `most`, or if the log has lost the entry at `after`. */
  async readBetween(realmId: number, after: string, until: string, most: number): Promise<LoggedEvent[] | undefined> {
    const key = logKey(partitionOf(realmId));
    const found: LoggedEvent[] = [];
    for (let position = after; position !== until; ) {
      // Each read includes the entry at `position`: while the log has it, the log has all entries after it.
      const events = decoded(await this.commands.xrange(key, position, until, 'COUNT', STRETCH_COUNT));
      if (position !== '0-0' && events.shift()?.logId !== position) return undefined;
      const last = events.at(-1);
      if (last === undefined) break;
      found.push(...events.filter((event) => event.realmId === realmId));
      if (found.length > most) return undefined;
      position = last.logId;
    }
    return found;
  }

  /** State events in `(after, until]`, in one read: for short stretches. */
  async readStateEventsBetween(partition: number, after: string, until: string): Promise<LoggedEvent[]> {
    return decoded(await this.commands.xrange(stateEventsKey(partition), `(${after}`, until));
  }

  /** Whether the log has all entries after `position`, and `position` belongs to this log. */
  async canReadFrom(partition: number, position: string): Promise<boolean> {
    if (position !== '0-0') {
      const found = await this.commands.xrange(logKey(partition), position, position);
      return found.length > 0;
    }
    const length = await this.commands.xlen(logKey(partition));
    if (length === 0) return true;
    const info = (await this.commands.xinfo('STREAM', logKey(partition))) as unknown[];
    return Number(info[info.indexOf('entries-added') + 1]) === length;
  }
}

const decoded = (entries: readonly RawLogEntry[]): LoggedEvent[] => entries.map(decodeLogEntry);
