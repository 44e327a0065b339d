import { StreamPostPolicy, type StreamRecord } from '@chat/contracts';
import type { ClientEvent } from '../../../fan-out/client-event-mapping.js';

/** One `stream` event with op `update` per property that changed; `is_announcement_only` is the deprecated form of the post policy. */
export function streamUpdates(stream: StreamRecord, previous: Partial<StreamRecord>): ClientEvent[] {
  // The name is that by which clients know the stream until they are told of another.
  const name = previous.name ?? stream.name;
  const update = (property: string, value: unknown, more: object = {}): ClientEvent => ({
    type: 'stream',
    op: 'update',
    stream_id: stream.streamId,
    name,
    property,
    value,
    ...more,
  });
  const has = (property: keyof StreamRecord): boolean => Object.hasOwn(previous, property);
  const events: ClientEvent[] = [];
  if (has('isPrivate') || has('isWebPublic') || has('isHistoryPublicToSubscribers')) {
    events.push(
      update('invite_only', stream.isPrivate, {
        history_public_to_subscribers: stream.isHistoryPublicToSubscribers,
        is_web_public: stream.isWebPublic,
      }),
    );
  }
  if (has('postPolicy')) {
    events.push(update('stream_post_policy', stream.postPolicy));
    events.push(update('is_announcement_only', stream.postPolicy === StreamPostPolicy.Administrators));
  }
  if (has('messageRetentionDays')) events.push(update('message_retention_days', stream.messageRetentionDays));
  if (has('canRemoveSubscribersGroupId')) {
    events.push(update('can_remove_subscribers_group_id', stream.canRemoveSubscribersGroupId));
  }
  if (has('firstMessageId')) events.push(update('first_message_id', stream.firstMessageId));
  if (has('weeklyTraffic')) events.push(update('stream_weekly_traffic', stream.weeklyTraffic));
  if (has('description')) {
    events.push(update('description', stream.description, { rendered_description: stream.renderedDescription }));
  }
  if (has('name')) events.push(update('name', stream.name));
  return events;
}
