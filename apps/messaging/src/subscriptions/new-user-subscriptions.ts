import { type Account, isGuest, type LoggedEvent, type UserCreatedPayload } from '@chat/contracts';
import { LogReader } from '@chat/event-log';
import { Database, type Queryable } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { readDefaultStreams } from '../default-streams/default-streams.repository.js';
import { lockRealm } from '../message-order/realm-lock.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { SubscriptionEntity } from '../stream-records/subscription.entity.js';
import { addSubscriptions } from './add-subscriptions.js';
import { SignupNotice } from './signup-notice.js';

/**
 * Subscribes new users to the realm's default streams and announces them. The users service calls it right after it created the
 * account, and the handler of its event calls it again. A subscription that existed before stays as the user has it now.
 */
@Injectable()
export class NewUserSubscriptions {
  constructor(
    private readonly database: Database,
    private readonly projections: RealmProjections,
    private readonly signupNotice: SignupNotice,
    private readonly reader: LogReader,
  ) {}

  async onUserCreated({ realmId, logId, payload: { user } }: LoggedEvent<UserCreatedPayload>): Promise<void> {
    await this.subscribeAs(realmId, user);
    await this.reader.waitUntilApplied(realmId, logId);
    await this.signupNotice.send(realmId, user);
  }

  async subscribe(realmId: number, userId: number): Promise<void> {
    const user = (await this.projections.users(realmId)).get(userId);
    if (!user) return;
    await this.subscribeAs(realmId, user);
    await this.signupNotice.send(realmId, user);
  }

  private async subscribeAs(realmId: number, user: Account): Promise<void> {
    const { userId } = user;
    if (user.isBot || isGuest(user.role) || !user.isActive) return;
    const wanted = await this.missing(realmId, userId);
    if (wanted.length === 0) return;
    const users = await this.projections.users(realmId);
    await this.database.transaction(async (tx) => {
      await lockRealm(tx, realmId);
      const streams = await readDefaultStreams(tx, realmId);
      const had = await this.everSubscribed(userId, tx);
      const missing = streams.filter((stream) => !had.has(stream.streamId));
      await addSubscriptions(
        tx,
        realmId,
        missing.map(({ streamId }) => ({ userId, streamId })),
        missing,
        users,
      );
    });
  }

  private async missing(realmId: number, userId: number) {
    const streams = await readDefaultStreams(this.database, realmId);
    const had = await this.everSubscribed(userId, this.database);
    return streams.filter((stream) => !had.has(stream.streamId));
  }

  private async everSubscribed(userId: number, queryable: Queryable): Promise<Set<number>> {
    const subscriptions = queryable.getRepository(SubscriptionEntity);
    const rows = await subscriptions.find({ select: { streamId: true }, where: { userId } });
    return new Set(rows.map((row) => row.streamId));
  }
}
