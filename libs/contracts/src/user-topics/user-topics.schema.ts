import { RenamedOnWire } from '../kit/described-class.js';
import { Field, Id, OneOf, Text, Timestamp } from '../kit/fields.js';
import { list, text, timestamp, tuple } from '../kit/types/index.js';

/** Per user. */
export const MAX_USER_TOPICS = 20_000;

/** The visibility of a topic that a user chose. */
export const TopicVisibility = { Inherit: 0, Muted: 1, Unmuted: 2 } as const;
export type TopicVisibility = (typeof TopicVisibility)[keyof typeof TopicVisibility];

/** A topic with a visibility of its own. */
export class UserTopic extends RenamedOnWire({ topic: 'topic_name', updatedAtSeconds: 'last_updated' }) {
  @Id() streamId!: number;
  @Text() topic!: string;
  @Timestamp() updatedAtSeconds!: number;
  @OneOf(Object.values(TopicVisibility), { description: '0 inherited from the stream, 1 muted, 2 unmuted.' })
  visibilityPolicy!: TopicVisibility;
}

/** A muted topic in the deprecated event and register field. */
export type MutedTopic = readonly [streamName: string, topic: string, mutedAtSeconds: number];

/** All muted topics in streams that the user sees. */
export class MutedTopics {
  @Field(list(tuple(text(), text(), timestamp())), { deprecated: true, description: '[stream, topic, when].' })
  mutedTopics!: readonly MutedTopic[];
}
