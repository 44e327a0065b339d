/** Partitions of the log. A realm's events are all in one, so they have one order. Never change on a living system. */
export const LOG_PARTITIONS = 4;
/** Entries that a partition keeps (about); older ones are only of use to consumers that are hopelessly late. */
export const MAX_PARTITION_ENTRIES = 100_000;

export const ALL_PARTITIONS: readonly number[] = Array.from({ length: LOG_PARTITIONS }, (_, partition) => partition);

export const partitionOf = (realmId: number): number => realmId % LOG_PARTITIONS;
/** The partition's Redis Stream. The hash tag keeps it in one cluster slot with its heads. */
export const logKey = (partition: number): string => `{log${partition}}:entries`;
/**
 * The partition's facts (see `isStateEvent`), under the ids that they have in the log: what services follow, of the many entries that
 * only clients are told.
 */
export const stateEventsKey = (partition: number): string => `{log${partition}}:facts`;
/** String: stream id of the last fact; what a request must be able to see. */
export const stateEventsTailKey = (partition: number): string => `{log${partition}}:facts-tail`;
/** Hash: `<service>:<realm>` -> last sequence in the log; `<service>:<realm>:fact` -> that of its last fact. */
export const headsKey = (partition: number): string => `{log${partition}}:heads`;
/** String: stream id of the last entry. */
export const tailKey = (partition: number): string => `{log${partition}}:tail`;
export const headField = (service: string, realmId: number): string => `${service}:${realmId}`;
