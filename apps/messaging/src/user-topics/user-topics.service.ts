import {
  badRequest,
  type Principal,
  type TopicMuteChange,
  TopicVisibility,
  type TopicVisibilityChoice,
  UserTopicChanged,
} from '@chat/contracts';
import { Database, lockRealm } from '@chat/persistence';
import { foldName } from '@chat/text';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { checkedTopic } from '../names/check-text.js';
import { StreamsProjection } from '../stream-records/streams.projection.js';
import { UserTopicEntity } from './user-topic.entity.js';
import { mutedTopics, requireRoomForTopic, storeTopicVisibility } from './user-topics.repository.js';

@Injectable()
export class UserTopicsService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly streams: StreamsProjection,
  ) {}

  async set(actor: Principal, { streamId, topic, visibilityPolicy }: TopicVisibilityChoice): Promise<void> {
    const stream = (await this.streams.of(actor.realmId)).get(streamId);
    const mayStore =
      (await this.access.findStream(actor, stream, 'read')) !== undefined ||
      // A user may reset a setting for a stream that is no longer visible.
      (visibilityPolicy === TopicVisibility.Inherit && (await this.hasVisibility(actor, streamId, topic)));
    if (!stream || !mayStore) throw badRequest('Invalid stream ID');
    await this.store(actor, streamId, checkedTopic(topic), visibilityPolicy);
  }

  async mute(actor: Principal, { streamId, stream: streamName, topic, op }: TopicMuteChange): Promise<void> {
    if (streamId === undefined && streamName === undefined) throw badRequest("Please supply 'stream'.");
    if (streamId !== undefined && streamName !== undefined) {
      throw badRequest("Please choose one: 'stream' or 'stream_id'.");
    }
    const streams = await this.streams.of(actor.realmId);
    const stream = streamId === undefined ? streams.getByName((streamName as string).trim()) : streams.get(streamId);
    const accessed = await this.access.findStream(actor, stream, 'read');
    if (!accessed?.isSubscribed) {
      if (op === 'remove') throw badRequest('Topic is not muted');
      throw badRequest(streamId === undefined ? `Invalid stream name '${streamName}'` : 'Invalid stream ID');
    }
    const visibility = op === 'add' ? TopicVisibility.Muted : TopicVisibility.Inherit;
    await this.store(actor, accessed.stream.streamId, checkedTopic(topic), visibility);
  }

  private async store(actor: Principal, streamId: number, topic: string, visibilityPolicy: TopicVisibility) {
    await this.database.transaction(async (tx) => {
      // The event carries the complete list of muted topics, so no other change and no move of a topic may commit in between.
      await lockRealm(tx, actor.realmId);
      if (visibilityPolicy !== TopicVisibility.Inherit) await requireRoomForTopic(tx, actor.userId, streamId, topic);
      const changedAt = await storeTopicVisibility(tx, actor.userId, streamId, topic, visibilityPolicy);
      if (changedAt === undefined) return;
      tx.record(
        actor.realmId,
        UserTopicChanged.of({
          userId: actor.userId,
          userTopic: { streamId, topic, visibilityPolicy, updatedAtSeconds: changedAt },
          mutedTopics: await mutedTopics(tx, actor),
        }),
      );
    });
  }

  private hasVisibility(actor: Principal, streamId: number, topic: string): Promise<boolean> {
    const topicKey = foldName(checkedTopic(topic));
    return this.database.getRepository(UserTopicEntity).existsBy({ userId: actor.userId, streamId, topicKey });
  }
}
