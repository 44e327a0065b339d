import { itsUser } from '../audience.js';
import { defaultStreamGroupsEvent, defaultStreamsEvent } from '../default-streams/default-streams.events.js';
import type { DefaultStreamGroupRecord } from '../default-streams/default-streams.schema.js';
import { domainEvent } from '../domain-event.js';
import type { Role } from '../roles.js';
import { streamsAppear, streamsDisappear, subscribersAppear } from '../streams/stream-client-events.js';
import type { StreamRecord } from '../streams/streams.schema.js';

export const MAX_STREAMS_IN_SIGHT_EVENT = 200;

/** Streams that appeared for one user and disappeared, after a change of role. At most `MAX_STREAMS_IN_SIGHT_EVENT`. */
export class StreamsInSightChangedPayload {
  readonly userId!: number;
  /** The role that decides about visibility from now on; absent in events of older releases. */
  readonly role?: Role;
  /** Streams that became visible, with their subscribers. */
  readonly appeared!: readonly { readonly stream: StreamRecord; readonly subscriberIds: readonly number[] }[];
  /** Streams that are no longer visible. */
  readonly disappeared!: readonly StreamRecord[];
  /** Visible default streams and groups after the change; absent if unchanged. */
  readonly defaults?: {
    readonly streams: readonly StreamRecord[];
    readonly groups: readonly DefaultStreamGroupRecord[];
  };
}

/** A role changed, and with it the visibility of present or future streams; at most `MAX_STREAMS_IN_SIGHT_EVENT` in one event. */
export const StreamsInSightChanged = domainEvent('messaging.streams_in_sight_changed', {
  payload: StreamsInSightChangedPayload,
  audience: itsUser,
  toClient: ({ appeared, disappeared, defaults }) => [
    ...(appeared.length > 0 ? [streamsAppear(appeared.map(({ stream }) => stream))] : []),
    ...appeared.flatMap(({ stream, subscriberIds }) => subscribersAppear(stream, subscriberIds)),
    ...(disappeared.length > 0 ? [streamsDisappear(disappeared)] : []),
    ...(defaults ? [defaultStreamsEvent(defaults.streams), defaultStreamGroupsEvent(defaults.groups)] : []),
  ],
});
