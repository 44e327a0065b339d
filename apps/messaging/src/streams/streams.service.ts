import {
  type ApiError,
  badRequest,
  type FanoutState,
  ForgetArchivedStreams,
  type GetFanoutState,
  type GetStreams,
  historyScope,
  isAdministrator,
  isGuest,
  maySeeStream,
  type Principal,
  RefreshBotStreams,
  type Stamped,
  type Stream,
  type StreamFilters,
  streamForClients,
  type TopicSummary,
} from '@chat/contracts';
import { Database, lockRealm, type Transaction } from '@chat/persistence';
import type { RequestContext } from '@chat/redis-rpc';
import { AfterCommit } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Access } from '../access/access.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { StreamEntity } from '../stream-records/stream.entity.js';
import { countSubscribers, readStream, readSubscribers } from '../stream-records/stream-records.repository.js';
import { StreamsProjection } from '../stream-records/streams.projection.js';
import {
  archiveStream,
  type ListedStream,
  selectListedStreams,
  selectSubscribedStreamIds,
  selectTopics,
  selectVisibleTopics,
} from './streams.repository.js';

@Injectable()
export class StreamsService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly projections: RealmProjections,
    private readonly streams: StreamsProjection,
    private readonly afterCommit: AfterCommit,
  ) {}

  async readableAmong(actor: Principal, streamIds: readonly number[]): Promise<{ streamIds: number[] }> {
    return { streamIds: await this.access.readableAmong(actor, streamIds) };
  }

  /** The visible streams that match one of the filters. One query, and one for the numbers of all their subscribers. */
  async list(actor: Principal, filters: StreamFilters) {
    if (filters.includeAllActive && !isAdministrator(actor.role))
      throw badRequest('User not authorized for this query');
    const rows = await selectListedStreams(this.database, actor);
    const counts = filters.includeSubscriberCount ? await this.countSubscribers(actor.realmId) : undefined;
    const seesPublic = !isGuest(actor.role);
    const matches = (stream: ListedStream): boolean =>
      filters.includeAllActive ||
      (filters.includePublic && seesPublic && !stream.isPrivate) ||
      (filters.includeWebPublic && stream.isWebPublic) ||
      (filters.includeSubscribed && stream.isSubscribed) ||
      (filters.includeDefault && stream.isDefault) ||
      (filters.includeOwnerSubscribed && stream.isOwnerSubscribed);
    // The filter for owners of bots needs the streams that the owner is subscribed to.
    const isVisible = (stream: ListedStream): boolean =>
      maySeeStream(actor, stream, stream.isSubscribed || stream.isOwnerSubscribed);
    return {
      streams: rows
        .filter((stream) => matches(stream) && isVisible(stream))
        .map(({ isDefault, ...stream }) => ({
          isDefault: filters.includeDefault ? isDefault : undefined,
          subscriberCount: counts && (counts.get(stream.streamId) ?? 0),
          ...streamForClients(stream),
        })),
    };
  }

  async one(actor: Principal, streamId: number) {
    const { stream } = await this.access.stream(actor, streamId, 'see');
    return { stream: streamForClients(stream) };
  }

  async idOf(actor: Principal, name: string) {
    const { stream } = await this.access.streamByName(actor, name, 'read');
    return { streamId: stream.streamId };
  }

  async members(actor: Principal, streamId: number) {
    await this.access.stream(actor, streamId, 'see');
    const subscribers = await readSubscribers(this.database, [streamId], await this.projections.users(actor.realmId));
    return { subscribers: subscribers.get(streamId) ?? [] };
  }

  /** The topics with the newest messages. */
  async topics(actor: Principal | null, realmId: number, streamId: number): Promise<{ topics: TopicSummary[] }> {
    const found = await this.access.findStream(actor, (await this.streams.of(realmId)).get(streamId), 'read');
    if (!found) throw badRequest('Invalid stream ID');
    const { recipientId } = found.stream;
    const seesAll = historyScope(actor, found.stream, found.isSubscribed) === 'all';
    // With protected history, the visibility of the messages decides.
    const topics = seesAll
      ? selectTopics(this.database, recipientId)
      : selectVisibleTopics(this.database, recipientId, actor);
    return { topics: await topics };
  }

  /** Administrators may archive private streams that they are not subscribed to, too. */
  async archive(actor: Principal, streamId: number, context: RequestContext): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockRealm(tx, actor.realmId);
      const stream = await readStream(tx, actor.realmId, streamId);
      if (!stream) throw await this.archiveError(tx, actor.realmId, streamId);
      await archiveStream(tx, actor.realmId, stream);
    });
    const ended = { realmId: actor.realmId, streamIds: [streamId] };
    await Promise.all([
      this.afterCommit.ask(ForgetArchivedStreams, ended, context),
      this.afterCommit.ask(RefreshBotStreams, ended, context),
    ]);
  }

  /** The subscriptions that fan-out needs of users. A query per user, all at once: a query for a list of users is planned every time. */
  fanoutState({ realmId, userIds }: GetFanoutState): Promise<Stamped<FanoutState>> {
    return this.database.snapshot(realmId, async (tx) => {
      const read = async (userId: number) => [userId, await selectSubscribedStreamIds(tx, userId)] as const;
      return { subscriptions: Object.fromEntries(await Promise.all(userIds.map(read))) };
    });
  }

  /** The properties that determine the visibility of the realm's streams, for fan-out. */
  activeStreams({ realmId }: GetStreams): Promise<Stamped<readonly Stream[]>> {
    return this.database.snapshot(realmId, (tx) =>
      tx.getRepository(StreamEntity).find({
        select: { streamId: true, name: true, isPrivate: true, isWebPublic: true, isHistoryPublicToSubscribers: true },
        where: { realmId, archivedAt: IsNull() },
        order: { streamId: 'ASC' },
      }),
    );
  }

  private async countSubscribers(realmId: number): Promise<Map<number, number>> {
    return countSubscribers(this.database, realmId, await this.projections.users(realmId));
  }

  private async archiveError(tx: Transaction, realmId: number, streamId: number): Promise<ApiError> {
    const isArchived = await tx.getRepository(StreamEntity).existsBy({ realmId, streamId });
    return badRequest(isArchived ? 'Stream is already deactivated' : 'Invalid stream ID');
  }
}
