/*
 * How event queues are spread. A queue lives in its user's shard; a queue id begins with its shard, so that anybody who holds
 * one knows where it lives. Never change on a living system.
 */
export const EVENT_SHARDS = 64;

/**
 * Users with neighbouring ids share a shard: they are mostly of one realm and get the same messages, and what a message costs
 * goes by the number of shards that its readers lie in. A realm of some thousand users is spread over all of them.
 */
export const USERS_PER_EVENT_SHARD_BLOCK = 64;

export const eventShardOf = (userId: number): number => Math.floor(userId / USERS_PER_EVENT_SHARD_BLOCK) % EVENT_SHARDS;

/** Every key of a shard begins with this; the hash tag keeps them in one slot of a Redis Cluster. */
export const eventShardPrefix = (shard: number): string => `{q${shard}}:`;

/**
 * Hash: who holds the shard. `s` session and `i` instance of the holder (empty when released), `t` fencing token, `v` version
 * (counts writes), `c<partition>` cursors, `b` bodies ever stored.
 */
export const eventShardLeaseKey = (shard: number): string => `${eventShardPrefix(shard)}lease`;

/** Sorted set of the sessions of living events replicas, by the time (ms) at which each expires unless renewed. */
export const EVENT_SESSIONS_KEY = 'events:sessions';

/** Channel: tells that a shard was released, or that a replica came or went. */
export const EVENT_SHARDS_CHANNEL = 'events:shards';

/** Channel of a shard: see {@link EventShardNotice}. */
export const eventShardChannel = (shard: number): string => `${eventShardPrefix(shard)}news`;

/** What a shard's channel carries. */
export type EventShardNotice =
  /** These queues have events, or are gone. Text: ids with commas between. */
  | { readonly kind: 'news'; readonly queueIds: readonly string[] }
  /**
   * These queues have events, and these are they; others have news besides. Text: as if all were news, then `,=` and in lines: how
   * many queues (the first of the ids) and bodies follow; the bodies; for each queue the id of its first new event and how many
   * it got, and for each event which body (from 0) and the queue's own members. Who does not know of it reads it as news.
   */
  | { readonly kind: 'events'; readonly queues: readonly PushedEvents[]; readonly queueIds: readonly string[] }
  /** Another poll waits on the queue now. Text: `!<queue id> <poll>`. */
  | { readonly kind: 'superseded'; readonly queueId: string; readonly poll: string };

/** What one batch appended to a queue. */
export interface PushedEvents {
  readonly queueId: string;
  /** The others' ids follow without a gap. */
  readonly firstId: number;
  /** The members of each event's JSON object beside `id`. */
  readonly events: readonly string[];
}

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
    // Most queues get the same: then they share the texts.
    if (own.join('\n') !== memberLines) {
      memberLines = own.join('\n');
      events = own.map((line) => membersOf(line, lines));
    }
    queues.push({ queueId, firstId, events });
  }
  return { kind: 'events', queues, queueIds: ids.slice(queueCount, -1) };
}

/** `<body> <own members>` */
function membersOf(line: string, lines: readonly string[]): string {
  const space = line.indexOf(' ');
  const body = lines[2 + Number(line.slice(0, space))] as string;
  return space === line.length - 1 ? body : `${line.slice(space + 1)},${body}`;
}

const EVENT_QUEUE_ID = /^(\d{1,2})-[0-9a-f]{32}$/;

/** The shard of a queue id; undefined for what is no queue id. */
export function shardOfQueueId(queueId: string): number | undefined {
  const match = EVENT_QUEUE_ID.exec(queueId);
  const shard = Number(match?.[1]);
  return match && shard < EVENT_SHARDS ? shard : undefined;
}
