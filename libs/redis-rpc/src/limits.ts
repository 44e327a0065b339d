/** How long a caller waits for a reply unless the request says otherwise. */
export const REQUEST_TIMEOUT_MS = 5_000;
/** Requests that one replica works on at once; the rest waits in the list, where another replica may take it. */
export const MAX_IN_FLIGHT_PER_REPLICA = 256;
/** Requests read from the list at once. */
export const READ_BATCH = 64;
/**
 * Turns of the event loop for which a caller's requests gather before they are sent together. Clients that were answered together come
 * back in the same fraction of a millisecond, but not in one turn; and where nothing comes a turn takes some microseconds.
 */
export const GATHER_TURNS = 3;
/** As many go at once: what has to be done for them elsewhere can be done while more gather. */
export const ENOUGH_TO_SEND = 16;
/** Replies read from a caller's list at once. A caller whose turns are long takes as many in each, or they wait for turns. */
export const REPLY_BATCH = 256;
/** Seconds that a replica waits for requests at a time. Short, since an orderly stop may have to wait for it. */
export const BLOCK_SECONDS = 2;
/** Seconds that a caller waits for replies at a time; a stop cuts it off. */
export const BLOCK_FOR_REPLIES_SECONDS = 20;
/** A reply list that nobody reads (its caller is dead) disappears after this. */
export const REPLY_LIST_TTL_MS = 30_000;
/** Requests waiting in a service's list above which callers refuse new ones at once. */
export const MAX_WAITING_REQUESTS = 2_000;
/** How long a caller refuses after it saw too long a list. */
export const OVERLOAD_PAUSE_MS = 250;
/** Waiting in a list longer than this is too long, once it is so for everybody. */
export const MAX_STANDING_WAIT_MS = 1_000;
/** A list in which nobody waited less for this long does not get shorter by itself: it is overload, not a burst. */
export const STANDING_AFTER_MS = 2_000;
/**
 * Length of the requests that Redis has not answered yet above which a caller refuses new ones at once: it hangs, or is away. Files that people
 * upload are in requests, sixteen at once in a gateway.
 */
export const MAX_UNANSWERED_LENGTH = 128 * 1024 * 1024;
/** What a request takes beside its text while it waits. Measured: 2.2 KB. */
export const WAITING_REQUEST_LENGTH = 2_000;
/** Replies that one caller waits for at once. */
export const MAX_PENDING_REPLIES = 20_000;
/** An orderly stop waits this long for requests that are being worked on. */
export const DRAIN_TIMEOUT_MS = 20_000;

/** How often a replica announces itself to callers, which choose a realm's preferred replica among them, at most. */
export const ANNOUNCE_EVERY_MS = 1_900;
/** A replica that has not done so for this long is gone. */
export const ANNOUNCED_FOR_MS = 6_000;
/** How often a caller looks who is there, while it asks. */
export const LOOK_FOR_REPLICAS_EVERY_MS = 1_000;
/** Requests waiting for one replica above which callers leave the next to all of them: as many as it reads at once. */
export const MAX_WAITING_AT_PREFERRED = READ_BATCH;
/** A replica that was not heard for this long may not be reading its list: others take what waits there. */
export const SILENT_AFTER_MS = 100;
/** A replica that stops waits this long for Redis to take its list and its announcement away. */
export const WITHDRAW_TIMEOUT_MS = 1_000;

/** A replica that has not renewed its lease for this long may be dead. Its event loop may hang for 700 ms without a doubt. */
export const LEASE_MS = 900;
export const RENEW_LEASE_EVERY_MS = 200;
/** A lease that has ended is remembered for longer than any caller waits for a reply. */
export const LAPSED_LEASE_KEPT_MS = 120_000;
/** A request that is younger is not looked for: nearly all are answered before. */
export const SUSPECT_AFTER_MS = 300;
/** Time for a replica to tell which requests it executes: with a lease, and without one. */
export const HOLDS_TIMEOUT_MS = 500;
export const LAPSED_HOLDS_TIMEOUT_MS = 200;

/** The list that the replicas of `service` read, or that one replica alone reads. */
export const requestList = (service: string, instance?: string): string =>
  instance === undefined ? `rpc:${service}` : `rpc:${service}@${instance}`;
/** Requests that one replica should take, but any may: those with affinity of the realms whose preferred replica it is. */
export const preferredList = (service: string, instance: string): string =>
  `${requestList(service, instance)}:preferred`;
/** How long a list lasts without anything new in it: one that was made for one replica must not outlive it. */
export const listLifetimeMs = (list: string): number | undefined =>
  list.includes('@') ? REPLY_LIST_TTL_MS : undefined;
