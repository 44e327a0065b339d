import type { Audience, Reader } from '../audience.js';
import { domainEvent } from '../domain-event.js';
import { maySeeStream } from './stream-access.js';
import {
  StreamCreateEvent,
  StreamDeleteEvent,
  StreamUpdateEvent,
  streamsAppear,
  streamsDisappear,
  streamUpdates,
  subscribersAppear,
} from './stream-client-events.js';
import type { StreamRecord } from './streams.schema.js';

type Caller = Pick<Reader, 'role'>;

/**
 * The reader with the current role and with the role of the last published visibility. Until messaging publishes the streams of a
 * new role, the reader knows those of the former role.
 */
export const callersOf = ({ role, roleInSight }: Reader): readonly Caller[] =>
  role === roleInSight ? [{ role }] : [{ role }, { role: roleInSight }];

const STREAM_READERS = 'users that see the stream, or saw it before';

/** A new stream, still without subscribers. `SubscriptionsAdded` reports its subscribers. */
export class StreamCreatedPayload {
  readonly stream!: StreamRecord;
  readonly creatorId!: number | null;
}
/** Subscribers get the stream with their subscription. */
export const StreamCreated = domainEvent('messaging.stream_created', {
  payload: StreamCreatedPayload,
  audience: {
    to: STREAM_READERS,
    of: ({ stream }) => ({ kind: 'readers', test: (reader) => maySeeStream(reader, stream, false) }),
  },
  clientEvents: [StreamCreateEvent],
  toClient: ({ stream }) => [streamsAppear([stream])],
});

/** An archived stream and its last subscribers. Its messages remain. */
export class StreamArchivedPayload {
  readonly stream!: StreamRecord;
  readonly subscriberIds!: readonly number[];
}
/** The stream and all its subscriptions ended. */
export const StreamArchived = domainEvent('messaging.stream_archived', {
  payload: StreamArchivedPayload,
  audience: {
    to: STREAM_READERS,
    of: ({ stream, subscriberIds }) => {
      const subscribers = new Set(subscriberIds);
      const knows = (reader: Reader) =>
        callersOf(reader).some((caller) => maySeeStream(caller, stream, subscribers.has(reader.userId)));
      return { kind: 'readers', test: knows };
    },
  },
  clientEvents: [StreamDeleteEvent],
  toClient: ({ stream }) => [streamsDisappear([stream])],
});

/** A stream after a change. */
export class StreamUpdatedPayload {
  /** After the change. */
  readonly stream!: StreamRecord;
  /** The changed fields with their previous values. */
  readonly previous!: Partial<StreamRecord>;
  readonly actorId!: number | null;
  /** Only if the stream is or was private, so that only subscribers see it. */
  readonly subscriberIds!: readonly number[] | null;
}
/**
 * A reader that sees the stream before and after gets one event per property; for others it appears or disappears. The visibility
 * can change only with `subscriberIds`.
 */
export const StreamUpdated = domainEvent('messaging.stream_updated', {
  payload: StreamUpdatedPayload,
  audience: { to: STREAM_READERS, of: audienceOfUpdate },
  clientEvents: [StreamCreateEvent, StreamUpdateEvent, StreamDeleteEvent],
  toClient: (payload, reader) => {
    const { stream, previous, subscriberIds } = payload;
    if (subscriberIds === null) return streamUpdates(stream, previous);
    const { before, subscribers } = visibilityOf(payload);
    const isSubscribed = subscribers.has(reader.userId);
    const saw = (caller: Caller) => maySeeStream(caller, before, isSubscribed);
    const sees = (caller: Caller) => maySeeStream(caller, stream, isSubscribed);
    const callers = callersOf(reader);
    const isAppearing = sees(reader) && callers.some((caller) => !saw(caller) && sees(caller));
    const isDisappearing = !sees(reader) && callers.some((caller) => saw(caller) && !sees(caller));
    return [
      ...(isAppearing ? [streamsAppear([stream]), ...subscribersAppear(stream, subscriberIds)] : []),
      ...(saw(reader) && sees(reader) ? streamUpdates(stream, previous) : []),
      ...(isDisappearing ? [streamsDisappear([before])] : []),
    ];
  },
});

function audienceOfUpdate(payload: StreamUpdatedPayload): Audience {
  const { stream, subscriberIds } = payload;
  if (stream.isWebPublic) return { kind: 'realm' };
  if (subscriberIds === null) return { kind: 'stream-metadata', stream };
  const { before, subscribers } = visibilityOf(payload);
  return {
    kind: 'readers',
    test: (reader) =>
      callersOf(reader).some(
        (caller) =>
          maySeeStream(caller, stream, subscribers.has(reader.userId)) ||
          maySeeStream(caller, before, subscribers.has(reader.userId)),
      ),
  };
}

interface Visibility {
  readonly before: StreamRecord;
  readonly subscribers: ReadonlySet<number>;
}

/** Computed once per event, not once per reader. */
const visibilities = new WeakMap<StreamUpdatedPayload, Visibility>();

function visibilityOf(payload: StreamUpdatedPayload): Visibility {
  let visibility = visibilities.get(payload);
  if (!visibility) {
    visibility = { before: { ...payload.stream, ...payload.previous }, subscribers: new Set(payload.subscriberIds) };
    visibilities.set(payload, visibility);
  }
  return visibility;
}
