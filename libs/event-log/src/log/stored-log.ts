import type { LoggedEvent, ServiceName } from '@chat/contracts';

/** Number of partitions. All events of a realm are in one of them, so they have one order. Never change it on a living system. */
export const LOG_PARTITIONS = 4;
export const ALL_PARTITIONS: readonly number[] = Array.from({ length: LOG_PARTITIONS }, (_, partition) => partition);
/** Entries to keep per partition, about. A reader that is further behind finds a gap. */
export const MAX_PARTITION_ENTRIES = 100_000;

/** Number of the partition with all events of the realm, from 0 to `LOG_PARTITIONS - 1`. */
export const partitionOf = (realmId: number): number => realmId % LOG_PARTITIONS;
/** Stream of all events of a partition. The hash tag puts all keys of a partition into one slot of a Redis Cluster. */
export const logKey = (partition: number): string => `{log${partition}}:entries`;
/** String: id of the last entry. */
export const tailKey = (partition: number): string => `{log${partition}}:tail`;
/** Stream of the state events of a partition (see `isStateEvent`), under the ids that they have in the log. */
export const stateEventsKey = (partition: number): string => `{log${partition}}:facts`;
/** Stream of the consumer events of a partition (see `isConsumerEvent`), under the ids that they have in the log. */
export const consumerEventsKey = (partition: number): string => `{log${partition}}:work`;
/** String: id of the last state event. A request must reflect everything up to it. */
export const stateEventsTailKey = (partition: number): string => `{log${partition}}:facts-tail`;
/**
 * Hash: last sequence by `<service>:<realm>`, that of the last state event by `<service>:<realm>:fact`, and by `<service>:<realm>:id`
 * "<sequence> <identity>" of the last event that came with an identity.
 */
export const headsKey = (partition: number): string => `{log${partition}}:heads`;
/** Field of `headsKey` with the last sequence number of a service in a realm. */
export const headField = (service: string, realmId: number): string => `${service}:${realmId}`;
/** Field of `headsKey` with the sequence number and identity of the last event that came with an identity. */
export const identityField = (service: string, realmId: number): string => `${headField(service, realmId)}:id`;
/** String: the last epoch that the log of a realm of the partition began. */
export const epochKey = (partition: number): string => `{log${partition}}:epoch`;
/** Hash: the greatest ids that a service has issued, by the name of their sequence. */
export const issuedIdsKey = (service: string): string => `log:issued:${service}`;

/** The keys of the scripts that write events of a realm, in their order. */
export const keysOf = (realmId: number): string[] =>
  [logKey, headsKey, tailKey, stateEventsKey, stateEventsTailKey].map((keyOf) => keyOf(partitionOf(realmId)));

/** The identity of the event with this sequence, as the log stores it; empty if it is unknown. */
export const identified = (sequence: number, identity: number | undefined): string =>
  identity === undefined ? '' : `${sequence} ${identity}`;

/** A log entry as Redis returns it: its stream id, and names and values of its fields in turn. */
export type RawLogEntry = readonly [id: string, fields: readonly string[]];

/** A Redis Stream id, `<ms>-<n>`, as two numbers. */
export type LogPosition = readonly [ms: number, n: number];

/** The two numbers of a Redis Stream id, for comparisons. Does not validate the text. */
export function parseLogPosition(id: string): LogPosition {
  const dash = id.indexOf('-');
  return [Number(id.slice(0, dash)), Number(id.slice(dash + 1))];
}

/** Whether `position` is `other` or after it. Positions are comparable only within one partition. */
export const isAtLeast = (position: LogPosition, other: LogPosition): boolean =>
  position[0] > other[0] || (position[0] === other[0] && position[1] >= other[1]);

/** Parses the payload at the first access: most readers need few of the events. */
class LazyLoggedEvent implements LoggedEvent {
  private parsed: unknown;

  constructor(
    readonly logId: string,
    readonly service: ServiceName,
    readonly realmId: number,
    readonly sequence: number,
    readonly follows: number,
    readonly type: string,
    private readonly payloadText: string,
  ) {}

  get payload(): unknown {
    this.parsed ??= JSON.parse(this.payloadText);
    return this.parsed;
  }
}

/** Decodes an entry. Its fields are in the order of the append scripts: s, r, n, t, d, and f, p for a state event in its own stream. */
export function decodeLogEntry([id, fields]: RawLogEntry): LoggedEvent {
  const sequence = Number(fields[5]);
  const follows = fields[11] === undefined ? sequence - 1 : Number(fields[11]);
  return new LazyLoggedEvent(
    id,
    fields[1] as ServiceName,
    Number(fields[3]),
    sequence,
    follows,
    fields[7] as string,
    fields[9] as string,
  );
}

/** Id of the state event before a state event in its stream; undefined if a former release appended it. */
export const previousIdOf = ([, fields]: RawLogEntry): string | undefined => fields[13];
