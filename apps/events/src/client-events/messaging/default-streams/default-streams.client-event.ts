import {
  type DefaultStreamGroup,
  DefaultStreamGroupsChanged,
  type DefaultStreamGroupsChangedPayload,
  DefaultStreamsChanged,
  type DefaultStreamsChangedPayload,
  isGuest,
  type StreamRecord,
  streamOnWire,
} from '@chat/contracts';
import type { Audience, ClientEvent, ClientEventMapping } from '../../../fan-out/client-event-mapping.js';

/** Guests do not see all public streams. */
const toMembers = (): Audience => ({ kind: 'readers', test: (reader) => !isGuest(reader.role) });

export const defaultStreamsAre = (streams: readonly StreamRecord[]): ClientEvent => ({
  type: 'default_streams',
  default_streams: streams.map(streamOnWire),
});

export const defaultStreamGroupsAre = (groups: readonly DefaultStreamGroup[]): ClientEvent => ({
  type: 'default_stream_groups',
  default_stream_groups: groups.map(({ groupId, name, description, streams }) => ({
    id: groupId,
    name,
    description,
    streams: streams.map(streamOnWire),
  })),
});

/** `default_streams`, all of them. */
export const defaultStreamsMapping: ClientEventMapping<DefaultStreamsChangedPayload> = {
  source: DefaultStreamsChanged,
  audience: toMembers,
  forClient: ({ streams }) => [defaultStreamsAre(streams)],
};

/** `default_stream_groups`, all of them. */
export const defaultStreamGroupsMapping: ClientEventMapping<DefaultStreamGroupsChangedPayload> = {
  source: DefaultStreamGroupsChanged,
  audience: toMembers,
  forClient: ({ groups }) => [defaultStreamGroupsAre(groups)],
};
