import { itsUser } from '../audience.js';
import { domainEvent } from '../domain-event.js';
import { ClientEventOf, clientEvent } from '../kit/client-event.js';
import { Id, ListOf, Nested } from '../kit/fields.js';
import { MutedTopics, UserTopic } from './user-topics.schema.js';

/** Client event for the user only, with the new visibility of one topic. */
@ClientEventOf({
  type: 'user_topic',
  when: 'The user muted or unmuted a topic, or a stream with such a topic became visible again.',
})
export class UserTopicEvent extends UserTopic {}

/** Deprecated client event for the user only. `UserTopicChanged` sends it before `UserTopicEvent`. */
@ClientEventOf({
  type: 'muted_topics',
  when: 'The user muted or unmuted a topic: the whole list, for clients that do not read `user_topic`.',
  isDeprecated: true,
})
export class MutedTopicsEvent extends MutedTopics {}

/** Register fields of the type `user_topic`: choices for topics in visible streams. */
export class UserTopicsRegisterFields {
  @ListOf(UserTopic) userTopics!: readonly UserTopic[];
}

class UserTopicChangedPayload extends MutedTopics {
  @Id() userId!: number;
  @Nested(UserTopic) userTopic!: UserTopic;
}

/** `muted_topics` for older clients, then `user_topic`. */
export const UserTopicChanged = domainEvent('messaging.user_topic_changed', {
  payload: UserTopicChangedPayload,
  audience: itsUser,
  clientEvents: [MutedTopicsEvent, UserTopicEvent],
  toClient: ({ userTopic, mutedTopics }) => [
    clientEvent(MutedTopicsEvent, { mutedTopics }),
    clientEvent(UserTopicEvent, userTopic),
  ],
});
