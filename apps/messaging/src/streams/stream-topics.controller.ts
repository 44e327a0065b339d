import {
  badRequest,
  getStreamTopics,
  historyScope,
  Principal,
  StreamSelection,
  type TopicSummary,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Actor, Handles, Parameters, RealmId } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { Access } from '../access/access.js';
import { visibleMessages } from '../access/visible-messages.js';
import { StreamsProjection } from '../stream-records/streams.projection.js';

/** Listed topics of one stream: those with the newest messages. */
const MAX_TOPICS = 10_000;

/**
 * Loose scan of the index (recipient, topic, id): one probe per topic, independent of the number of messages. Topics are the same in any letter
 * case; the newest message gives the name.
 */
const ALL_TOPICS = `
  WITH RECURSIVE topics AS (
    (SELECT topic_key, id, topic FROM messages WHERE recipient_id = $1 AND stream_id IS NOT NULL
     ORDER BY topic_key DESC, id DESC LIMIT 1)
    UNION ALL
    SELECT next.topic_key, next.id, next.topic FROM topics
    CROSS JOIN LATERAL (
      SELECT m.topic_key, m.id, m.topic FROM messages m
      WHERE m.recipient_id = $1 AND m.stream_id IS NOT NULL AND m.topic_key < topics.topic_key
      ORDER BY m.topic_key DESC, m.id DESC LIMIT 1) AS next
  )
  SELECT topic AS name, id AS "maxId" FROM topics ORDER BY id DESC LIMIT $2`;

@Controller()
export class StreamTopicsController {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly streams: StreamsProjection,
  ) {}

  @Handles(getStreamTopics, { mayReadStandby: true })
  async list(
    @Actor() actor: Principal | null,
    @RealmId() realmId: number,
    @Parameters() { streamId }: StreamSelection,
  ) {
    const stream = (await this.streams.of(realmId)).get(streamId);
    const found = await this.access.findStream(actor, stream, 'read');
    if (!found) throw badRequest('Invalid stream ID');
    const { recipientId } = found.stream;
    if (historyScope(actor, found.stream, found.isSubscribed) === 'all') {
      return { topics: await this.database.query<TopicSummary>(ALL_TOPICS, [recipientId, MAX_TOPICS]) };
    }
    // Protected history: the visibility of the messages decides.
    const visible = visibleMessages(actor, 3);
    const topics = await this.database.query<TopicSummary>(
      `SELECT (array_agg(m.topic ORDER BY m.id DESC))[1] AS name, max(m.id) AS "maxId"
       FROM messages m WHERE m.recipient_id = $1 AND ${visible.condition}
       GROUP BY m.topic_key ORDER BY 2 DESC LIMIT $2`,
      [recipientId, MAX_TOPICS, ...visible.parameters],
    );
    return { topics };
  }
}
