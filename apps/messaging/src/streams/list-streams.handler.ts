import {
  badRequest,
  type GetStream,
  type GetStreamId,
  type GetStreamMembers,
  type GetStreams,
  isAdministrator,
  isGuest,
  type StreamRecord,
  streamOnWire,
  type WireStream,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { maySeeStream } from '../access/stream-access.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { STREAM_COLUMNS } from '../stream-records/stream-columns.js';
import { readSubscribers } from '../stream-records/subscribers.js';

type ListedStream = StreamRecord & { isSubscribed: boolean; isOwnerSubscribed: boolean; isDefault: boolean };

/** Streams as a user finds them. */
@Injectable()
export class ListStreamsHandler {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly projections: RealmProjections,
  ) {}

  /** What any of the filters takes, of what the actor can see. One query. */
  async list(request: GetStreams): Promise<{ streams: WireStream[] }> {
    const { actor } = request;
    if (request.includeAllActive && !isAdministrator(actor.role))
      throw badRequest('User not authorized for this query');
    const rows = await this.database.query<ListedStream>(
      `SELECT ${STREAM_COLUMNS}, u.user_id IS NOT NULL AS "isSubscribed", o.user_id IS NOT NULL AS "isOwnerSubscribed",
         d.stream_id IS NOT NULL AS "isDefault"
       FROM streams s
       LEFT JOIN subscriptions u ON u.stream_id = s.id AND u.user_id = $2 AND u.is_active
       LEFT JOIN subscriptions o ON o.stream_id = s.id AND o.user_id = $3 AND o.is_active
       LEFT JOIN default_streams d ON d.stream_id = s.id
       WHERE s.realm_id = $1 AND s.archived_at IS NULL ORDER BY s.name_key, s.id`,
      [actor.realmId, actor.userId, (actor.isBot && actor.botOwnerId) || null],
    );
    const seesPublic = !isGuest(actor.role);
    const isTaken = (stream: ListedStream): boolean =>
      request.includeAllActive ||
      (request.includePublic && seesPublic && !stream.isPrivate) ||
      (request.includeWebPublic && stream.isWebPublic) ||
      (request.includeSubscribed && stream.isSubscribed) ||
      (request.includeDefault && stream.isDefault) ||
      (request.includeOwnerSubscribed && stream.isOwnerSubscribed);
    // A bot may see what its owner is in: that is what the filter is for.
    const isVisible = (stream: ListedStream): boolean =>
      maySeeStream(actor, stream, stream.isSubscribed || stream.isOwnerSubscribed);
    return {
      streams: rows
        .filter((stream) => isTaken(stream) && isVisible(stream))
        .map((stream) => ({
          ...streamOnWire(stream),
          ...(request.includeDefault && { is_default: stream.isDefault }),
        })),
    };
  }

  async one({ actor, streamId }: GetStream): Promise<{ stream: WireStream }> {
    const { stream } = await this.access.stream(actor, streamId, 'see');
    return { stream: streamOnWire(stream) };
  }

  async idOf({ actor, name }: GetStreamId): Promise<{ streamId: number }> {
    const { stream } = await this.access.streamByName(actor, name, 'read');
    return { streamId: stream.streamId };
  }

  async members({ actor, streamId }: GetStreamMembers): Promise<{ subscribers: number[] }> {
    await this.access.stream(actor, streamId, 'see');
    const users = await this.projections.users(actor.realmId);
    const subscribers = await readSubscribers(this.database, [streamId], users);
    return { subscribers: subscribers.get(streamId) ?? [] };
  }
}
