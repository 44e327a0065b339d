import { endpoint } from '../kit/endpoint.js';
import { EXAMPLE_IDS } from '../kit/examples/example-values.js';
import { Id, OneOf, Text } from '../kit/fields.js';
import { PickType } from '../kit/mapped-classes.js';
import { MAX_TOPIC_LENGTH } from '../limits.js';
import { TopicVisibility, UserTopic } from './user-topics.schema.js';

/** Parameters of `POST /user_topics`. */
export class TopicVisibilityChoice extends PickType(UserTopic, ['streamId', 'visibilityPolicy']) {
  @Text({ max: MAX_TOPIC_LENGTH, blank: false }) topic!: string;
}

/** Exactly one of `streamId` and `stream`. */
export class TopicMuteChange {
  @Id({ optional: true }) streamId?: number;
  @Text({ optional: true }) stream?: string;
  @Text({ max: MAX_TOPIC_LENGTH, blank: false }) topic!: string;
  @OneOf(['add', 'remove']) op!: 'add' | 'remove';
}

/*
 * The topic need not have messages. Repeating a choice changes nothing. Errors of both (BAD_REQUEST): "Invalid stream ID",
 * "Invalid stream name '…'" for a stream that the actor cannot access. Effect: one UserTopicChanged, if the choice changed.
 */

/** A choice can be reset in a stream that the actor can no longer access. */
export const setUserTopic = endpoint('POST /user_topics', {
  pattern: 'messaging.user_topics.set',
  summary: 'Mute, unmute or reset a topic',
  parameters: TopicVisibilityChoice,
  example: { visibilityPolicy: TopicVisibility.Unmuted },
});

/**
 * For subscribers of the stream. Further errors: "Please supply 'stream'."; "Please choose one: 'stream' or 'stream_id'."; "Topic
 * is not muted" instead of an invalid stream.
 */
export const muteTopic = endpoint('PATCH /users/me/subscriptions/muted_topics', {
  pattern: 'messaging.user_topics.mute',
  deprecated: true,
  summary: 'Mute or unmute a topic',
  parameters: TopicMuteChange,
  example: { streamId: EXAMPLE_IDS.stream, topic: 'old plans' },
});
