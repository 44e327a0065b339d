import {
  DefaultStreamEntity,
  DefaultStreamGroupEntity,
  DefaultStreamGroupStreamEntity,
} from './default-streams/default-stream.entity.js';
import { StreamTrafficEntity, TrafficCursorEntity } from './jobs/stream-traffic.entity.js';
import { ReactionEntity } from './reactions/reaction.entity.js';
import { ScheduledMessageEntity } from './scheduled-messages/scheduled-message.entity.js';
import { SubscriptionEntity } from './stream-records/subscription.entity.js';
import { UserTopicEntity } from './user-topics/user-topic.entity.js';

/** Entities of plain tables. A test compares them with the migrated schema. */
export const ENTITIES = [
  DefaultStreamEntity,
  DefaultStreamGroupEntity,
  DefaultStreamGroupStreamEntity,
  ReactionEntity,
  ScheduledMessageEntity,
  StreamTrafficEntity,
  SubscriptionEntity,
  TrafficCursorEntity,
  UserTopicEntity,
];
