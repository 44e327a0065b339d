import type { Account } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { lockRealm } from '../message-order/realm-lock.js';
import { Notices, silentMention } from '../messages/notices/notices.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { readStream } from '../stream-records/read-streams.js';

/** Source: public behaviour. */
const SIGNUPS_TOPIC = 'signups';
/** Accounts older than this are not announced when their event is repeated. Shorter than the life of send keys. */
const NEWS_SECONDS = 12 * 60 * 60;

/** Announces a new user, once, in the realm's stream for signups. */
@Injectable()
export class SignupNotice {
  constructor(
    private readonly database: Database,
    private readonly projections: RealmProjections,
    private readonly notices: Notices,
  ) {}

  async send(realmId: number, user: Account): Promise<void> {
    if (user.isBot || Date.now() / 1000 - user.joinedAtSeconds > NEWS_SECONDS) return;
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
