import type { AudienceRule } from '../audience.js';
import { domainEvent } from '../domain-event.js';
import { ClientEventOf, clientEvent } from '../kit/client-event.js';
import { ListOf } from '../kit/fields.js';
import { isGuest } from '../roles.js';
import { ClientStream, type StreamRecord, streamForClients } from '../streams/streams.schema.js';
import {
  DefaultStreamGroup,
  type DefaultStreamGroupRecord,
  defaultStreamGroupForClients,
} from './default-streams.schema.js';

/** Client event for all users except guests; it carries the complete list. */
@ClientEventOf({
  type: 'default_streams',
  when: 'The default streams of new users changed. A user that becomes a guest gets an empty list.',
})
export class DefaultStreamsEvent {
  @ListOf(ClientStream) defaultStreams!: readonly ClientStream[];
}

/** Client event for all users except guests; it carries all groups with their streams. */
@ClientEventOf({
  type: 'default_stream_groups',
  when: 'The groups of streams for new users changed. A user that becomes a guest gets an empty list.',
})
export class DefaultStreamGroupsEvent {
  @ListOf(DefaultStreamGroup) defaultStreamGroups!: readonly DefaultStreamGroup[];
}

/** Complete; empty for guests. */
export class DefaultStreamsRegisterFields {
  @ListOf(ClientStream) realmDefaultStreams!: readonly ClientStream[];
}

/** Complete, each with its streams; empty for guests. */
export class DefaultStreamGroupsRegisterFields {
  @ListOf(DefaultStreamGroup) realmDefaultStreamGroups!: readonly DefaultStreamGroup[];
}

/** The client event with the complete list of default streams. */
export const defaultStreamsEvent = (streams: readonly StreamRecord[]) =>
  clientEvent(DefaultStreamsEvent, { defaultStreams: streams.map(streamForClients) });

/** The client event with the complete list of groups of default streams. */
export const defaultStreamGroupsEvent = (groups: readonly DefaultStreamGroupRecord[]) =>
  clientEvent(DefaultStreamGroupsEvent, { defaultStreamGroups: groups.map(defaultStreamGroupForClients) });

/** Guests do not see all public streams. */
const members: AudienceRule<unknown> = {
  to: 'all users except guests',
  of: () => ({ kind: 'readers', test: (reader) => !isGuest(reader.role) }),
};

class DefaultStreamsChangedPayload {
  /** Complete, by id. */
  readonly streams!: readonly StreamRecord[];
}
export const DefaultStreamsChanged = domainEvent('messaging.default_streams_changed', {
  payload: DefaultStreamsChangedPayload,
  audience: members,
  clientEvents: [DefaultStreamsEvent],
  toClient: ({ streams }) => [defaultStreamsEvent(streams)],
});

class DefaultStreamGroupsChangedPayload {
  /** Complete, by id. */
  readonly groups!: readonly DefaultStreamGroupRecord[];
}
export const DefaultStreamGroupsChanged = domainEvent('messaging.default_stream_groups_changed', {
  payload: DefaultStreamGroupsChangedPayload,
  audience: members,
  clientEvents: [DefaultStreamGroupsEvent],
  toClient: ({ groups }) => [defaultStreamGroupsEvent(groups)],
});
