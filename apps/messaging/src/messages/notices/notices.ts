import type { Account, StreamRecord } from '@chat/contracts';
import type { NamedReference } from '@chat/markdown';
import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { principalOf } from '../../projections/principal-of.js';
import type { RealmState } from '../../projections/realm-projections.js';
import { DirectRecipients } from '../send/direct-recipients.js';
import { sortedParticipants } from '../send/named-people.js';
import { PrepareMessage } from '../send/prepare-message.js';
import { storeMessages } from '../send/store-messages.js';
import { type CheckedRecipient, topicOf } from '../send/stream-recipients.js';

export const STREAM_EVENTS_TOPIC = 'stream events';

const NOTICE_CLIENT = 'Internal';

/** Receivers of notices about one change of subscriptions or of a group. If there are more, none is sent. */
export const MAX_MEMBERSHIP_NOTICES = 100;

/** Takes the place of a queue in the keys of notices that are sent once. */
const ONCE = 'notices';

/** A message of the notification bot. `onceAs`: sent once under this name, during the life of send keys. */
export type Notice =
  | { readonly stream: StreamRecord; readonly topic: string; readonly content: string; readonly onceAs?: string }
  | { readonly user: Account; readonly content: string; readonly onceAs?: string };

/** A mention of a user without a notification. */
export const silentMention = (user: { readonly fullName: string; readonly userId: number }): string =>
  `@_**${user.fullName}|${user.userId}**`;

/** A fence that the text does not contain, for quoting it. */
export function quoted(text: string): string {
  const longest = Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence} quote\n${text}\n${fence}`;
}

/** Sends notices of the notification bot about actions of other users. A realm without system bots has none. */
@Injectable()
export class Notices {
  constructor(
    private readonly preparation: PrepareMessage,
    private readonly directRecipients: DirectRecipients,
  ) {}

  /**
   * Sends notices with the transaction, as its last write. Read `realmState` before the transaction begins. `linkable`: streams that
   * the notices link to. `readByUserId`: the acting user; the notices count as read for this user.
   */
  async send(
    tx: Transaction,
    realmState: RealmState,
    notices: readonly Notice[],
    linkable: readonly NamedReference[] = [],
    readByUserId?: number,
  ): Promise<void> {
    const bot = realmState.users.notificationBot;
    if (!bot || notices.length === 0) return;
    const { realmId } = realmState.realm;
    const sender = principalOf(bot, realmId);
    const options = { queryable: tx, linkable };
    const prepared = [];
    for (const notice of notices) {
      const { content } = notice;
      const recipient = await this.recipientOf(tx, realmId, bot, notice);
      const message = await this.preparation.complete(sender, recipient, content, realmState, NOTICE_CLIENT, options);
      prepared.push({
        ...message,
        ...(readByUserId !== undefined && { readByUserIds: [readByUserId] }),
        ...(notice.onceAs !== undefined && { localEcho: { queueId: ONCE, localId: notice.onceAs } }),
      });
    }
    await storeMessages(tx, realmId, prepared);
  }

  private async recipientOf(tx: Transaction, realmId: number, bot: Account, notice: Notice): Promise<CheckedRecipient> {
    if ('stream' in notice) return topicOf(notice.stream, notice.topic);
    const participants = sortedParticipants([bot, notice.user]);
    const userIds = participants.map(({ id }) => id);
    const recipientId = await this.directRecipients.resolve(realmId, userIds, tx);
    return { stream: null, recipient: { kind: 'direct', recipientId, participants } };
  }
}
