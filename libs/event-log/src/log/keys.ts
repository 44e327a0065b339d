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
