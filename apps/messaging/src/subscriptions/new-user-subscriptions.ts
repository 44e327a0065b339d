import { type Account, isGuest, type LoggedEvent, type UserCreatedPayload } from '@chat/contracts';
import { LogReader } from '@chat/event-log';
import { Database, type Queryable } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { readDefaultStreams } from '../default-streams/default-streams.repository.js';
import { lockRealm } from '../message-order/realm-lock.js';
import { Notices, silentMention } from '../messages/notices/notices.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { readStream } from '../stream-records/read-streams.js';
import { SubscriptionEntity } from '../stream-records/subscription.entity.js';
import { addSubscriptions } from './add-subscriptions.js';

/** As in the reference server. */
const SIGNUPS_TOPIC = 'signups';
/** A repeated event announces no account older than this. Shorter than the life of send keys, which prevent a second notice. */
const MAX_AGE_TO_ANNOUNCE_SECONDS = 12 * 60 * 60;

/**
 * Subscribes new users to the default streams and announces them in the realm's stream for signups. The users service calls it right
 * after it created the account, and the handler of its event calls it again. An existing subscription remains as the user has it.
 */
@Injectable()
export class NewUserSubscriptions {
  constructor(
    private readonly database: Database,
    private readonly projections: RealmProjections,
    private readonly notices: Notices,
    private readonly reader: LogReader,
  ) {}

  async onUserCreated({ realmId, logId, payload: { user } }: LoggedEvent<UserCreatedPayload>): Promise<void> {
    await this.subscribeAs(realmId, user);
    await this.reader.waitUntilApplied(realmId, logId);
    await this.announce(realmId, user);
  }

  async subscribe(realmId: number, userId: number): Promise<void> {
    const user = (await this.projections.users(realmId)).get(userId);
    if (!user) return;
    await this.subscribeAs(realmId, user);
    await this.announce(realmId, user);
  }

  private async subscribeAs(realmId: number, user: Account): Promise<void> {
    if (user.isBot || isGuest(user.role) || !user.isActive) return;
    // Without the realm lock first: most calls find that the other caller has done the work.
    if ((await missingDefaults(this.database, realmId, user.userId)).length === 0) return;
    const users = await this.projections.users(realmId);
    await this.database.transaction(async (tx) => {
      await lockRealm(tx, realmId);
      const streams = await missingDefaults(tx, realmId, user.userId);
      const wanted = streams.map(({ streamId }) => ({ userId: user.userId, streamId }));
      await addSubscriptions(tx, realmId, wanted, streams, users);
    });
  }

  private async announce(realmId: number, user: Account): Promise<void> {
    if (user.isBot || Date.now() / 1000 - user.joinedAtSeconds > MAX_AGE_TO_ANNOUNCE_SECONDS) return;
    const realmState = await this.projections.state(realmId);
    const streamId = realmState.realm.signupNotificationsStreamId;
    if (streamId === null) return;
    const total = [...realmState.users.all()].filter(({ isActive, isBot }) => isActive && !isBot).length;
    if (total <= 1) return;
    const content = `${silentMention(user)} just signed up. (total: ${total})`;
    await this.database.transaction(async (tx) => {
      await lockRealm(tx, realmId);
      const stream = await readStream(tx, realmId, streamId);
      const onceAs = `signup of ${user.userId}`;
      if (stream) await this.notices.send(tx, realmState, [{ stream, topic: SIGNUPS_TOPIC, content, onceAs }]);
    });
  }
}

/** Default streams to which the user was never subscribed. */
async function missingDefaults(queryable: Queryable, realmId: number, userId: number) {
  const streams = await readDefaultStreams(queryable, realmId);
  const subscriptions = queryable.getRepository(SubscriptionEntity);
  const known = await subscriptions.find({ select: { streamId: true }, where: { userId } });
  const knownIds = new Set(known.map((row) => row.streamId));
  return streams.filter((stream) => !knownIds.has(stream.streamId));
}
