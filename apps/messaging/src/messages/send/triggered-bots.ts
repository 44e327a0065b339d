import {
  type BotsTriggeredPayload,
  MAX_TRIGGERED_BOTS,
  type MessageRecipient,
  OUTGOING_WEBHOOK_BOT,
} from '@chat/contracts';
import type { RealmUsers } from '../../projections/realm-users.js';
import type { PreparedMessage } from './prepared-message.js';

/** The active outgoing webhook bots that a message of a person mentions in a stream, or that it is sent to directly. */
export function botsCalledBy(
  recipient: MessageRecipient,
  mentionedUserIds: readonly number[],
  users: RealmUsers,
): readonly number[] {
  const called = recipient.kind === 'stream' ? mentionedUserIds : recipient.participants.map(({ id }) => id);
  const bots = called.filter((userId) => {
    const user = users.get(userId);
    return user?.isActive === true && user.botType === OUTGOING_WEBHOOK_BOT;
  });
  return bots.slice(0, MAX_TRIGGERED_BOTS);
}

/** Undefined if the message calls no bot. */
export function triggeredBots(
  { triggeredBotIds: botIds, recipient, sender }: PreparedMessage,
  messageId: number,
): BotsTriggeredPayload | undefined {
  if (botIds === undefined) return undefined;
  const trigger = recipient.kind === 'stream' ? 'mention' : 'private_message';
  return { messageId, senderId: sender.userId, trigger, botIds };
}
