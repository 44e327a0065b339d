import type { StreamRecord } from '@chat/contracts';

/** Selects a `StreamRecord` from the table `streams AS s`, for hot paths, joins and statements that return what they write. */
export const STREAM_COLUMNS = `
  s.id AS "streamId", s.recipient_id AS "recipientId", s.name, s.description,
  s.rendered_description AS "renderedDescription", s.is_private AS "isPrivate", s.is_web_public AS "isWebPublic",
  s.is_history_public AS "isHistoryPublicToSubscribers", s.post_policy AS "postPolicy",
  s.message_retention_days AS "messageRetentionDays",
  s.can_remove_subscribers_group_id AS "canRemoveSubscribersGroupId", s.email_address AS "emailAddress",
  s.first_message_id AS "firstMessageId", s.weekly_traffic AS "weeklyTraffic",
  floor(extract(epoch FROM s.created_at))::bigint AS "createdAtSeconds"`;

/** Properties of a stream that decide who sees it. */
export const streamOf = (stream: StreamRecord) => ({
  streamId: stream.streamId,
  name: stream.name,
  isPrivate: stream.isPrivate,
  isWebPublic: stream.isWebPublic,
  isHistoryPublicToSubscribers: stream.isHistoryPublicToSubscribers,
});
