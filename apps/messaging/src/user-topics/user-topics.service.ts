import { badRequest, type SetUserTopic, type StreamRecord, TopicVisibility, UserTopicChanged } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { foldName } from '@chat/text';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { lockRealm } from '../message-order/realm-lock.js';
import { checkedTopic } from '../names/check-text.js';
import { StreamsProjection } from '../stream-records/streams.projection.js';
import { mutedTopics } from './muted-topics.js';
import { UserTopicsRepository } from './user-topics.repository.js';

/** Visibility that users choose for single topics: muted, unmuted, or as the stream. */
@Injectable()
export class UserTopicsService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly streams: StreamsProjection,
    private readonly userTopics: UserTopicsRepository,
  ) {}

  async set(request: SetUserTopic): Promise<void> {
    const { actor, topic, visibilityPolicy } = request;
    const stream = await this.streamOf(request);
    const name = checkedTopic(topic);
    await this.database.transaction(async (tx) => {
      // The event has the complete list of muted topics, so no other change of it may run meanwhile, nor a move of a topic.
      await lockRealm(tx, actor.realmId);
      const changedAt = await this.userTopics.store(tx, actor.userId, stream.streamId, name, visibilityPolicy);
      if (changedAt === undefined) return;
      tx.record(
        actor.realmId,
        UserTopicChanged.of({
          userId: actor.userId,
          userTopic: { streamId: stream.streamId, topic: name, visibilityPolicy, updatedAtSeconds: changedAt },
          mutedTopics: await mutedTopics(tx, actor),
        }),
      );
    });
  }

  private async streamOf(request: SetUserTopic): Promise<StreamRecord> {
    const { actor, streamId, streamName, visibilityPolicy, mustBeSubscribed } = request;
    const isReset = visibilityPolicy === TopicVisibility.Inherit;
    const streams = await this.streams.of(actor.realmId);
    const stream = streamId === undefined ? streams.getByName((streamName as string).trim()) : streams.get(streamId);
    const accessed = await this.access.findStream(actor, stream, 'read');
    if (accessed && (accessed.isSubscribed || !mustBeSubscribed)) return accessed.stream;
    if (mustBeSubscribed && isReset) throw badRequest('Topic is not muted');
    // A user may reset a setting for a stream that is no longer visible.
    if (stream && !mustBeSubscribed && isReset && (await this.hasVisibility(request, stream))) return stream;
    throw badRequest(streamId === undefined ? `Invalid stream name '${streamName}'` : 'Invalid stream ID');
  }

  private hasVisibility({ actor, topic }: SetUserTopic, { streamId }: StreamRecord): Promise<boolean> {
    return this.userTopics.exists(actor.userId, streamId, foldName(checkedTopic(topic)));
  }
}
