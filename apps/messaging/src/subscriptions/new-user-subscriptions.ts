import type { Account, Joining, LoggedEvent, SubscribeNewUser, UserCreatedPayload } from '@chat/contracts';
import { LogReader } from '@chat/event-log';
import { Database, lockRealm, type Queryable } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { readFirstStreams } from '../default-streams/default-streams.repository.js';
import { type Notice, Notices, silentMention } from '../messages/notices/notices.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { readStream } from '../stream-records/stream-records.repository.js';
import { SubscriptionEntity } from '../stream-records/subscription.entity.js';
import { addSubscriptions } from './add-subscriptions.js';

/** As in the reference server. */
const SIGNUPS_TOPIC = 'signups';
/** A repeated event announces no account older than this. Shorter than the life of send keys, which prevent a second notice. */
const MAX_AGE_TO_ANNOUNCE_SECONDS = 12 * 60 * 60;

/**
 * Subscribes new users to their first streams and announces them in the realm's stream for signups and to their inviters. The users
 * service calls it right after it created the account, and the handler of its event calls it again. An existing subscription remains as
 * the user has it.
 */
@Injectable()
export class NewUserSubscriptions {
  constructor(
    private readonly database: Database,
    private readonly projections: RealmProjections,
    private readonly notices: Notices,
    private readonly reader: LogReader,
  ) {}

  async onUserCreated({ realmId, logId, payload: { user, joining } }: LoggedEvent<UserCreatedPayload>) {
    await this.subscribeAs(realmId, user, joining);
    await this.reader.waitUntilApplied(realmId, logId);
    await this.announce(realmId, user, joining);
  }

  async subscribe({ realmId, userId, joining }: SubscribeNewUser): Promise<void> {
    const user = (await this.projections.users(realmId)).get(userId);
    if (!user) return;
    await this.subscribeAs(realmId, user, joining);
    await this.announce(realmId, user, joining);
  }

  private async subscribeAs(realmId: number, user: Account, joining: Joining | undefined): Promise<void> {
    if (user.isBot || !user.isActive) return;
    // Without the realm lock first: most calls find that the other caller has done the work.
    if ((await missingStreams(this.database, realmId, user, joining)).length === 0) return;
    const users = await this.projections.users(realmId);
    await this.database.transaction(async (tx) => {
      await lockRealm(tx, realmId);
      const streams = await missingStreams(tx, realmId, user, joining);
      const wanted = streams.map(({ streamId }) => ({ userId: user.userId, streamId }));
      await addSubscriptions(tx, realmId, wanted, streams, users);
    });
  }

  private async announce(realmId: number, user: Account, joining: Joining | undefined): Promise<void> {
    if (user.isBot || Date.now() / 1000 - user.joinedAtSeconds > MAX_AGE_TO_ANNOUNCE_SECONDS) return;
    const realmState = await this.projections.state(realmId);
    const inviter = joining?.inviterId == null ? undefined : realmState.users.get(joining.inviterId);
    const people = [...realmState.users.all()].filter(({ isActive, isBot }) => isActive && !isBot).length;
    const streamId = people > 1 ? realmState.realm.signupNotificationsStreamId : null;
    if (streamId === null && inviter === undefined) return;
    await this.database.transaction(async (tx) => {
      await lockRealm(tx, realmId);
      const notices: Notice[] = [];
      const stream = streamId === null ? undefined : await readStream(tx, realmId, streamId);
      if (stream) {
        const content = `${silentMention(user)} just signed up. (total: ${people})`;
        notices.push({ stream, topic: SIGNUPS_TOPIC, content, onceAs: `signup of ${user.userId}` });
      }
      if (inviter?.isActive) {
        const content = `${silentMention(user)} accepted your invitation to join.`;
        notices.push({ user: inviter, content, onceAs: `invitation of ${user.userId}` });
      }
      await this.notices.send(tx, realmState, notices);
    });
  }
}

/** First streams to which the user was never subscribed. */
async function missingStreams(queryable: Queryable, realmId: number, { userId, role }: Account, joining?: Joining) {
  const streams = await readFirstStreams(queryable, realmId, role, joining);
  const subscriptions = queryable.getRepository(SubscriptionEntity);
  const known = await subscriptions.find({ select: { streamId: true }, where: { userId } });
  const knownIds = new Set(known.map((row) => row.streamId));
  return streams.filter((stream) => !knownIds.has(stream.streamId));
}
