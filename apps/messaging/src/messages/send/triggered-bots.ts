import { type BotsTriggeredPayload, MAX_TRIGGERED_BOTS, OUTGOING_WEBHOOK_BOT } from '@chat/contracts';
import type { RealmUsers } from '../../projections/realm-users.js';
import type { PreparedMessage } from './prepared-message.js';

/** The active outgoing webhook bots among the users that a message of a person calls. */
export const botsAmong = (calledUserIds: readonly number[], users: RealmUsers): readonly number[] =>
  calledUserIds
    .filter((userId) => {
      const user = users.get(userId);
      return user?.isActive === true && user.botType === OUTGOING_WEBHOOK_BOT;
    })
    .slice(0, MAX_TRIGGERED_BOTS);

/** The call of bots by a stored message. */
export const botCall = (
  { recipient, sender }: PreparedMessage,
  botIds: readonly number[],
  messageId: number,
): BotsTriggeredPayload => {
  const trigger = recipient.kind === 'stream' ? 'mention' : 'private_message';
  return { messageId, senderId: sender.userId, trigger, botIds };
};
