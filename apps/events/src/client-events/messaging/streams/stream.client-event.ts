import { maySeeStream } from '@chat/auth';
import {
  defaultStreamGroupsEvent,
  defaultStreamsEvent,
  StreamArchived,
  type StreamArchivedPayload,
  StreamCreated,
  type StreamCreatedPayload,
  type StreamRecord,
  StreamsInSightChanged,
  type StreamsInSightChangedPayload,
  StreamUpdated,
  type StreamUpdatedPayload,
  streamOnWire,
} from '@chat/contracts';
import type { Audience, ClientEvent, ClientEventMapping, Reader } from '../../../fan-out/client-event-mapping.js';
import { toUser } from '../to-user.js';
import { streamUpdates } from './stream-updates.js';

/** `stream` with op `create`: the streams appear to the reader. */
export const streamAppears = (streams: readonly StreamRecord[]): ClientEvent => ({
  type: 'stream',
  op: 'create',
  streams: streams.map(streamOnWire),
});

/** `stream` with op `delete`: the streams are gone for the reader. */
export const streamDisappears = (streams: readonly StreamRecord[]): ClientEvent => ({
  type: 'stream',
  op: 'delete',
  streams: streams.map(streamOnWire),
});

type Caller = Pick<Reader, 'role'>;

/**
 * The reader with the role of now, and with that by which the reader was last told of streams: until messaging has told what the
 * new one changes, what the reader knows is what the former saw.
 */
export const callersOf = ({ role, roleInSight }: Reader): readonly Caller[] =>
  role === roleInSight ? [{ role }] : [{ role }, { role: roleInSight }];

/** To those who see it without being subscribed; subscribers learn of it with their subscription. */
export const streamCreatedMapping: ClientEventMapping<StreamCreatedPayload> = {
  source: StreamCreated,
  audience: ({ stream }) => ({ kind: 'readers', test: (reader) => maySeeStream(reader, stream, false) }),
  forClient: ({ stream }) => [streamAppears([stream])],
};

/** To everybody who saw it. */
export const streamArchivedMapping: ClientEventMapping<StreamArchivedPayload> = {
  source: StreamArchived,
  audience: ({ stream, subscriberIds }) => {
    const subscribers = new Set(subscriberIds);
    const knows = (reader: Reader) =>
      callersOf(reader).some((caller) => maySeeStream(caller, stream, subscribers.has(reader.userId)));
    return { kind: 'readers', test: knows };
  },
  forClient: ({ stream }) => [streamDisappears([stream])],
};

/**
 * For readers who saw the stream and still do, an event per property; for others it appears or disappears. Whether one sees it
 * can change only when `subscriberIds` are given.
 */
export const streamUpdatedMapping: ClientEventMapping<StreamUpdatedPayload> = {
  source: StreamUpdated,
  audience: (payload): Audience => {
    const { stream, subscriberIds } = payload;
    if (stream.isWebPublic) return { kind: 'realm' };
    if (subscriberIds === null) return { kind: 'stream-metadata', stream };
    const { before, subscribers } = sightOf(payload);
    return {
      kind: 'readers',
      test: (reader) =>
        callersOf(reader).some(
          (caller) =>
            maySeeStream(caller, stream, subscribers.has(reader.userId)) ||
            maySeeStream(caller, before, subscribers.has(reader.userId)),
        ),
    };
  },
  forClient: (payload, reader) => {
    const { stream, previous, subscriberIds } = payload;
    if (subscriberIds === null) return streamUpdates(stream, previous);
    const { before, subscribers } = sightOf(payload);
    const isSubscribed = subscribers.has(reader.userId);
    const saw = (caller: Caller) => maySeeStream(caller, before, isSubscribed);
    const sees = (caller: Caller) => maySeeStream(caller, stream, isSubscribed);
    const callers = callersOf(reader);
    const isAppearing = sees(reader) && callers.some((caller) => !saw(caller) && sees(caller));
    const isDisappearing = !sees(reader) && callers.some((caller) => saw(caller) && !sees(caller));
    return [
      ...(isAppearing ? [streamAppears([stream]), ...peersAppear(stream, subscriberIds)] : []),
      ...(saw(reader) && sees(reader) ? streamUpdates(stream, previous) : []),
      ...(isDisappearing ? [streamDisappears([before])] : []),
    ];
  },
};

/** To a user whose role changed. */
export const streamsInSightMapping: ClientEventMapping<StreamsInSightChangedPayload> = {
  source: StreamsInSightChanged,
  audience: toUser,
  forClient: ({ appeared, disappeared, defaults }) => [
    ...(appeared.length > 0 ? [streamAppears(appeared.map(({ stream }) => stream))] : []),
    ...appeared.flatMap(({ stream, subscriberIds }) => peersAppear(stream, subscriberIds)),
    ...(disappeared.length > 0 ? [streamDisappears(disappeared)] : []),
    ...(defaults ? [defaultStreamsEvent(defaults.streams), defaultStreamGroupsEvent(defaults.groups)] : []),
  ],
};

/** Whoever sees a stream knows its subscribers. */
const peersAppear = ({ streamId }: StreamRecord, subscriberIds: readonly number[]): ClientEvent[] =>
  subscriberIds.length === 0
    ? []
    : [{ type: 'subscription', op: 'peer_add', stream_ids: [streamId], user_ids: subscriberIds }];

interface Sight {
  readonly before: StreamRecord;
  readonly subscribers: ReadonlySet<number>;
}

/** Made once per event, not once per reader. */
const sights = new WeakMap<StreamUpdatedPayload, Sight>();

function sightOf(payload: StreamUpdatedPayload): Sight {
  let sight = sights.get(payload);
  if (!sight) {
    sight = { before: { ...payload.stream, ...payload.previous }, subscribers: new Set(payload.subscriberIds) };
    sights.set(payload, sight);
  }
  return sight;
}
