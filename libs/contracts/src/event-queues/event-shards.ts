/*
 * A queue lives in the shard of its user, and its id begins with the number of the shard. Never change these numbers on a running
 * system.
 */
export const EVENT_SHARDS = 64;

/**
 * Users with neighbouring ids share a shard. They are mostly in one realm and get the same messages, and the cost of a message
 * grows with the number of shards of its readers. A realm of some thousand users uses all shards.
 */
export const USERS_PER_EVENT_SHARD_BLOCK = 64;

/** Number of the shard with all event queues of a user. It never changes. */
export const eventShardOf = (userId: number): number => Math.floor(userId / USERS_PER_EVENT_SHARD_BLOCK) % EVENT_SHARDS;

/** Every key of a shard begins with this hash tag, so that a Redis Cluster stores them in one slot. */
export const eventShardPrefix = (shard: number): string => `{q${shard}}:`;

/**
 * Hash of the lease of a shard: `s` session and `i` instance of the holder (empty if released), `t` fencing token, `v` version
 * (number of writes), `c<partition>` cursors, `b` number of bodies stored so far. `e` is the epoch of the data, and `l` the history of the server that began it.
 */
export const eventShardLeaseKey = (shard: number): string => `${eventShardPrefix(shard)}lease`;

/** Sorted set of the sessions of live events replicas, by expiry time (ms). */
export const EVENT_SESSIONS_KEY = 'events:sessions';

/**
 * Hash of the epoch of the data: `e` its number, a time in tenths of a millisecond that increases, `l` the history of the server that began
 * it, `b` number of checks since then.
 */
export const EVENT_EPOCH_KEY = 'events:epoch';

/** Channel for new epochs of the data, after a possible loss: gateways fetch the queues of all waiting polls. */
export const EVENT_EPOCHS_CHANNEL = 'events:epochs';

/** Channel for released shards and for replicas that start or stop. */
export const EVENT_SHARDS_CHANNEL = 'events:shards';

/** Channel of a shard: see {@link EventShardNotice}. */
export const eventShardChannel = (shard: number): string => `${eventShardPrefix(shard)}news`;

/** A notice on the channel of a shard. */
export type EventShardNotice =
  /** Queues with new events, or without existence. Text: ids separated by commas. */
  | { readonly kind: 'news'; readonly queueIds: readonly string[] }
  /**
   * New events with their queues; further queues have news. Text: all ids as for `news`, then `,=` and lines. The first line has the
   * number of queues (the first of the ids) and of bodies. The bodies follow. Then each queue has a line with the id of its first
   * new event and the number of its events. A line per event follows, with the index of its body and the members of the queue alone.
   * A reader of an older release takes it as `news`.
   */
  | { readonly kind: 'events'; readonly queues: readonly PushedEvents[]; readonly queueIds: readonly string[] }
  /** Another poll waits on the queue. Text: `!<queue id> <poll>`. */
  | { readonly kind: 'superseded'; readonly queueId: string; readonly poll: string };

/** The events that one batch appended to a queue. */
export interface PushedEvents {
  readonly queueId: string;
  /** The ids of the following events continue without a gap. */
  readonly firstId: number;
  /** The members of each event's JSON object except `id`. */
  readonly events: readonly string[];
}

/** Reads the text of a notice that a shard has published. */
export function parseEventShardNotice(text: string): EventShardNotice {
  if (text.startsWith('!')) {
    const space = text.indexOf(' ');
    return { kind: 'superseded', queueId: text.slice(1, space), poll: text.slice(space + 1) };
  }
  const lines = text.split('\n');
  const ids = (lines[0] as string).split(',');
  if (lines.length === 1) return { kind: 'news', queueIds: text === '' ? [] : ids };
  const [queueCount, bodyCount] = (lines[1] as string).split(' ').map(Number) as [number, number];
  let at = 2 + bodyCount;
  let memberLines = '';
  let events: string[] = [];
  const queues: PushedEvents[] = [];
  for (const queueId of ids.slice(0, queueCount)) {
    const [firstId, count] = (lines[at] as string).split(' ').map(Number) as [number, number];
    const own = lines.slice(at + 1, at + 1 + count);
    at += 1 + count;
    // Most queues get the same events and share their texts.
    if (own.join('\n') !== memberLines) {
      memberLines = own.join('\n');
      events = own.map((line) => membersOf(line, lines));
    }
    queues.push({ queueId, firstId, events });
  }
  return { kind: 'events', queues, queueIds: ids.slice(queueCount, -1) };
}

/** The queues with news of a notice, for a reader that fetches their events: it need not read those of the text. */
export function queueIdsOfNotice(text: string): readonly string[] {
  if (text === '' || text.startsWith('!')) return [];
  const end = text.indexOf('\n');
  return end === -1 ? text.split(',') : text.slice(0, end).split(',').slice(0, -1);
}

/** `<body> <own members>` */
function membersOf(line: string, lines: readonly string[]): string {
  const space = line.indexOf(' ');
  const body = lines[2 + Number(line.slice(0, space))] as string;
  return space === line.length - 1 ? body : `${line.slice(space + 1)},${body}`;
}

const EVENT_QUEUE_ID = /^(\d{1,2})-[0-9a-f]{32}$/;

/** The shard of a queue id; undefined for a text that is no queue id. */
export function shardOfQueueId(queueId: string): number | undefined {
  const match = EVENT_QUEUE_ID.exec(queueId);
  const shard = Number(match?.[1]);
  return match && shard < EVENT_SHARDS ? shard : undefined;
}
