/** Time that a caller waits for a reply if the request class states no other. */
export const REQUEST_TIMEOUT_MS = 5_000;
/** Replies that one caller waits for at once. */
export const MAX_PENDING_REPLIES = 20_000;
/** Requests that one replica executes at once. Other requests stay in the list, where another replica may take them. */
export const MAX_IN_FLIGHT_PER_REPLICA = 256;
/** Requests read from a list at once. */
export const READ_BATCH = 64;
/** Replies read from a list at once. A busy caller reads few times, so it must read many. */
export const REPLY_BATCH = 256;
/** Longest blocking read of a replica, in seconds. Short, because an orderly stop may have to wait for it. */
export const BLOCK_SECONDS = 2;
/** Longest blocking read of a caller, in seconds. Longer reads would let a dead connection be noticed later. */
export const BLOCK_FOR_REPLIES_SECONDS = 5;
/** Time after the last push at which the list of one process disappears: it must not outlive its reader for long. */
export const OWN_LIST_TTL_MS = 30_000;
/** An orderly stop waits this long for the requests in execution. */
export const DRAIN_TIMEOUT_MS = 20_000;

/**
 * Turns of the event loop for which a caller's requests gather before one command sends them. Clients that receive responses in one
 * turn send their next requests within a fraction of a millisecond, but not in one turn, and their admission spreads them further. An
 * idle turn takes some microseconds. With 16 senders, 8 turns are better than 3, 5 and 12; one turn costs a third more CPU.
 */
export const GATHER_TURNS = 8;
/** As many requests are sent without further gathering. */
export const ENOUGH_TO_SEND = 16;

/** Requests waiting in a service's list above which callers reject new ones at once, for `OVERLOAD_PAUSE_MS`. */
export const MAX_WAITING_REQUESTS = 2_000;
export const OVERLOAD_PAUSE_MS = 250;
/** A replica rejects requests that waited longer than this with a 503, if all requests have done so for `STANDING_AFTER_MS`. */
export const MAX_STANDING_WAIT_MS = 1_000;
export const STANDING_AFTER_MS = 2_000;
/**
 * Length of the requests without a reply of Redis above which a caller rejects new ones at once, because Redis hangs. Large enough for
 * the sixteen uploads that a gateway may have in flight.
 */
export const MAX_UNANSWERED_LENGTH = 128 * 1024 * 1024;
/** Memory of a waiting request in addition to its text. Measured: 2.2 KB. */
export const WAITING_REQUEST_LENGTH = 2_000;

/** A preferred replica announces itself this often, and is gone if it has not done so for `ANNOUNCED_FOR_MS`. */
export const ANNOUNCE_EVERY_MS = 1_900;
export const ANNOUNCED_FOR_MS = 6_000;
/** A caller with requests reads the announcements this often. */
export const LOOK_FOR_REPLICAS_EVERY_MS = 1_000;
/** Requests waiting for a preferred replica above which callers use the list of all replicas: one read takes as many. */
export const MAX_WAITING_AT_PREFERRED = READ_BATCH;
/** A replica without a reply for this long may not be reading its list: other replicas take the requests in it. */
export const SILENT_AFTER_MS = 100;
/** A stopping replica waits this long for Redis to remove its list and its announcement. */
export const WITHDRAW_TIMEOUT_MS = 1_000;

/** A replica that has not renewed its lease for this long may be dead. An event loop may hang for 600 ms without losing it. */
export const LEASE_MS = 900;
export const RENEW_LEASE_EVERY_MS = 300;
/**
 * After its connection was made anew, a caller waits this long for the living replicas to renew their leases, which Redis may have forgotten.
 * They do so as soon as they are connected again, and their attempts are at most 250 ms apart.
 */
export const RENEWED_AFTER_MS = 300;
/** Redis keeps an ended lease for longer than any caller waits for a reply. */
export const LAPSED_LEASE_KEPT_MS = 120_000;
/** Callers do not search for younger requests, because nearly all have their reply before. */
export const SUSPECT_AFTER_MS = 300;
/** Past the deadline of a request, its caller waits this long for Redis to take it out of its list. */
export const WITHDRAW_REQUESTS_TIMEOUT_MS = 200;
/** Time for a replica to report the requests in execution: with a lease, and without one. */
export const HOLDS_TIMEOUT_MS = 500;
export const LAPSED_HOLDS_TIMEOUT_MS = 200;

/** The list that the replicas of `service` read, or that only the replica `instance` reads. */
export const requestList = (service: string, instance?: string): string =>
  instance === undefined ? `rpc:${service}` : `rpc:${service}@${instance}`;
/** Requests with realm affinity for one replica. Any replica may take them over. */
export const preferredList = (service: string, instance: string): string =>
  `${requestList(service, instance)}:preferred`;
