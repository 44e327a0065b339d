import { ClientEventOf, clientEvent } from '../kit/client-event.js';
import { Bool, Field, Id, ListOf, Text } from '../kit/fields.js';
import { anyOf, bool, id, integer, text } from '../kit/types/index.js';
import { ClientStream, StreamPostPolicy, type StreamRecord, streamForClients } from './streams.schema.js';

/** The streams of an event, or all visible streams by name in the register response. */
export class ClientStreams {
  @ListOf(ClientStream) streams!: readonly ClientStream[];
}

/** Client event for users that see the streams from now on, before their subscription to them. */
@ClientEventOf({ type: 'stream', op: 'create', when: 'Streams were created or became visible.' })
export class StreamCreateEvent extends ClientStreams {}

/** Client event for users that saw the streams until now. */
@ClientEventOf({
  type: 'stream',
  op: 'delete',
  when: 'Streams were archived or are no longer visible. Topic visibilities of the user in these streams no longer apply.',
})
export class StreamDeleteEvent extends ClientStreams {}

/** Client event for users that see the stream before and after the change, one per changed property. */
@ClientEventOf({ type: 'stream', op: 'update', when: 'A property of a stream changed.' })
export class StreamUpdateEvent {
  @Id() streamId!: number;
  @Text({ description: 'Before the change.' }) name!: string;
  @Text({ description: '`name`, `description`, `invite_only`, `stream_post_policy`, `message_retention_days` …' })
  property!: string;
  @Field(anyOf([integer(), bool(), text()]), { nullable: true }) value!: number | boolean | string | null;
  @Text({ optional: true, description: 'With `description`.' }) renderedDescription?: string;
  @Bool({ optional: true, description: 'With `invite_only`.' }) historyPublicToSubscribers?: boolean;
  @Bool({ optional: true, description: 'With `invite_only`.' }) isWebPublic?: boolean;
}

class ChangedSubscribers {
  @ListOf(id()) streamIds!: readonly number[];
  @ListOf(id()) userIds!: readonly number[];
}

/** Client event for users that see the streams: new or reactivated subscribers, or all if a stream appears. */
@ClientEventOf({ type: 'subscription', op: 'peer_add', when: 'Other users were subscribed to visible streams.' })
export class SubscribersAddedEvent extends ChangedSubscribers {}

/** Client event for users that see the streams: former or deactivated subscribers. */
@ClientEventOf({ type: 'subscription', op: 'peer_remove', when: 'Other users were unsubscribed from visible streams.' })
export class SubscribersRemovedEvent extends ChangedSubscribers {}

/** The client event for streams that a reader sees from now on. */
export const streamsAppear = (streams: readonly StreamRecord[]) =>
  clientEvent(StreamCreateEvent, { streams: streams.map(streamForClients) });

/** The client event for streams that a reader no longer sees. */
export const streamsDisappear = (streams: readonly StreamRecord[]) =>
  clientEvent(StreamDeleteEvent, { streams: streams.map(streamForClients) });

/** A reader of a stream knows its subscribers. */
export const subscribersAppear = ({ streamId }: StreamRecord, userIds: readonly number[]) =>
  userIds.length === 0 ? [] : [clientEvent(SubscribersAddedEvent, { streamIds: [streamId], userIds })];

/** One event per changed property. `is_announcement_only` is the deprecated form of the post policy. */
export function streamUpdates(stream: StreamRecord, previous: Partial<StreamRecord>) {
  type Update = Omit<StreamUpdateEvent, 'streamId' | 'name'>;
  const has = (...properties: (keyof StreamRecord)[]) =>
    properties.some((property) => Object.hasOwn(previous, property));
  const updates: (Update | false)[] = [
    has('isPrivate', 'isWebPublic', 'isHistoryPublicToSubscribers') && {
      property: 'invite_only',
      value: stream.isPrivate,
      historyPublicToSubscribers: stream.isHistoryPublicToSubscribers,
      isWebPublic: stream.isWebPublic,
    },
    has('postPolicy') && { property: 'stream_post_policy', value: stream.postPolicy },
    has('postPolicy') && {
      property: 'is_announcement_only',
      value: stream.postPolicy === StreamPostPolicy.Administrators,
    },
    has('messageRetentionDays') && { property: 'message_retention_days', value: stream.messageRetentionDays },
    has('canRemoveSubscribersGroupId') && {
      property: 'can_remove_subscribers_group_id',
      value: stream.canRemoveSubscribersGroupId,
    },
    has('firstMessageId') && { property: 'first_message_id', value: stream.firstMessageId },
    has('weeklyTraffic') && { property: 'stream_weekly_traffic', value: stream.weeklyTraffic },
    has('description') && {
      property: 'description',
      value: stream.description,
      renderedDescription: stream.renderedDescription,
    },
    has('name') && { property: 'name', value: stream.name },
  ];
  // Until the last event, clients know the stream by its previous name.
  const known = { streamId: stream.streamId, name: previous.name ?? stream.name };
  return updates.flatMap((update) => (update ? [clientEvent(StreamUpdateEvent, { ...known, ...update })] : []));
}
