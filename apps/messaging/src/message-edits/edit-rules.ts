import { isAllowedBy, type Policy } from '@chat/auth';
import { ApiError, badRequest, isAdministrator, isModerator, type Principal, type RealmRecord } from '@chat/contracts';
import type { AccessedMessage } from '../access/access.js';

/** Time to save after the editor was opened within the limit. Source: public behaviour of the reference server. */
const EDIT_GRACE_SECONDS = 20;
/** Every user may give such a message a topic. */
const NO_TOPIC = '(no topic)';

export interface EditableMessage extends Pick<AccessedMessage, 'senderId' | 'streamId' | 'topic'> {
  /** By the database's clock. */
  readonly ageSeconds: number;
}

const isTooOld = (ageSeconds: number, limitSeconds: number | null): boolean =>
  limitSeconds !== null && ageSeconds > limitSeconds + EDIT_GRACE_SECONDS;

const mayByPolicy = (policy: number, actor: Principal, realm: RealmRecord): boolean =>
  isAllowedBy(policy as Policy, actor, realm.waitingPeriodThreshold, Date.now() / 1000);

/** Throws BAD_REQUEST unless the actor may change the message's content. */
export function requireMayEditContent(
  actor: Principal,
  message: EditableMessage & { readonly isWidget: boolean },
  realm: RealmRecord,
): void {
  if (message.senderId !== actor.userId) throw badRequest("You don't have permission to edit this message");
  if (message.isWidget) throw badRequest('Widgets cannot be edited.');
  if (!realm.allowMessageEditing) throw badRequest('Your organization has turned off message editing');
  if (isTooOld(message.ageSeconds, realm.messageContentEditLimitSeconds)) {
    throw badRequest('The time limit for editing this message has passed');
  }
}

/** Throws BAD_REQUEST unless the actor may give the message another topic. */
export function requireMayEditTopic(actor: Principal, message: EditableMessage, realm: RealmRecord): void {
  if (message.topic === NO_TOPIC) return;
  if (!mayByPolicy(realm.editTopicPolicy, actor, realm)) {
    throw badRequest("You don't have permission to edit this message");
  }
  if (!isModerator(actor.role) && isTooOld(message.ageSeconds, realm.moveMessagesWithinStreamLimitSeconds)) {
    throw badRequest("The time limit for editing this message's topic has passed.");
  }
}

/** Throws BAD_REQUEST unless the actor may move the message to another stream. */
export function requireMayMove(actor: Principal, message: EditableMessage, realm: RealmRecord): void {
  if (!mayByPolicy(realm.moveMessagesBetweenStreamsPolicy, actor, realm)) {
    throw badRequest("You don't have permission to move this message");
  }
  if (!isModerator(actor.role) && isTooOld(message.ageSeconds, realm.moveMessagesBetweenStreamsLimitSeconds)) {
    throw badRequest("The time limit for editing this message's stream has passed");
  }
}

/**
 * Throws MOVE_MESSAGES_TIME_LIMIT_EXCEEDED if a topic has messages that are too old for the actor to move. The error has the number of
 * movable messages. `messages` ascending.
 */
export function requireAllInTime(
  actor: Principal,
  messages: readonly { readonly id: number; readonly ageSeconds: number }[],
  limitSeconds: number | null,
): void {
  if (isModerator(actor.role)) return;
  const inTime = messages.filter((message) => !isTooOld(message.ageSeconds, limitSeconds));
  if (inTime.length === messages.length) return;
  throw new ApiError(
    'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    `You only have permission to move the ${inTime.length}/${messages.length} most recent messages in this topic.`,
    400,
    {
      first_message_id_allowed_to_move: inTime[0]?.id ?? 0,
      total_messages_in_topic: messages.length,
      total_messages_allowed_to_move: inTime.length,
    },
  );
}

/** Throws BAD_REQUEST unless the actor may delete the message. A bot's message also belongs to the owner of the bot. */
export function requireMayDelete(
  actor: Principal,
  message: EditableMessage,
  senderOwnerId: number | null,
  realm: RealmRecord,
): void {
  if (isAdministrator(actor.role)) return;
  const isOwn = message.senderId === actor.userId || senderOwnerId === actor.userId;
  if (!isOwn || !mayByPolicy(realm.deleteOwnMessagePolicy, actor, realm)) {
    throw badRequest("You don't have permission to delete this message");
  }
  const limit = realm.messageContentDeleteLimitSeconds;
  if (limit !== null && message.ageSeconds > limit) {
    throw badRequest('The time limit for deleting this message has passed');
  }
}
