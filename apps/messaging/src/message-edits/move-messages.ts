import {
  badRequest,
  MAX_MESSAGES_PER_MOVE,
  type MessageAudience,
  type MessageChanges,
  type MessageMove,
  type Principal,
  type StreamRecord,
} from '@chat/contracts';
import { type Linkifier, topicLinks } from '@chat/markdown';
import type { Transaction } from '@chat/persistence';
import { foldName } from '@chat/text';
import { audienceOf } from '../access/message-audience.js';
import type { RealmState } from '../projections/realm-projections.js';
import { requireAllInTime, requireMayEditTopic, requireMayMove } from './edit-rules.js';
import { grantAccessToMovedMessages } from './grant-access-to-moved-messages.js';
import { type EditedMessage, hasOthers, selectPropagated, updatePlace } from './message-edits.repository.js';

/** Changes of a message, with the user who requests them. */
export interface RequestedEdit extends MessageChanges {
  readonly actor: Principal;
}

export interface MoveTarget {
  readonly stream: StreamRecord;
  readonly topic: string;
  /** Before it was cut to length. */
  readonly wholeTopic: string;
}

export interface MovedMessages {
  readonly ids: number[];
  /** The actor sees nothing that is left in the topic. */
  readonly isWholeTopic: boolean;
  /** The actor sees others where they went. */
  readonly isJoining: boolean;
  /** Audience of the messages in their former place. */
  readonly before: MessageAudience;
  readonly move: Omit<MessageMove, 'propagateMode'>;
}

/** Moves the message and what goes with it, if the actor may. */
export async function moveMessages(
  tx: Transaction,
  { actor, propagateMode }: RequestedEdit,
  message: EditedMessage,
  from: StreamRecord,
  target: MoveTarget,
  nowSeconds: number,
  { realm, linkifiers }: Pick<RealmState, 'realm'> & { readonly linkifiers: readonly Linkifier[] },
): Promise<MovedMessages> {
  const isNewStream = target.stream.streamId !== from.streamId;
  if (target.topic !== message.topic) requireMayEditTopic(actor, message, realm);
  if (isNewStream) requireMayMove(actor, message, realm);
  const taken =
    propagateMode === 'change_one'
      ? [{ id: message.id, ageSeconds: message.ageSeconds }]
      : await selectPropagated(tx, actor, message, propagateMode, MAX_MESSAGES_PER_MOVE + 1);
  if (taken.length > MAX_MESSAGES_PER_MOVE) {
    throw badRequest(`Too many messages to move at once (limit: ${MAX_MESSAGES_PER_MOVE})`);
  }
  if (propagateMode === 'change_all') {
    if (target.topic !== message.topic) requireAllInTime(actor, taken, realm.moveMessagesWithinStreamLimitSeconds);
    if (isNewStream) requireAllInTime(actor, taken, realm.moveMessagesBetweenStreamsLimitSeconds);
  }
  const ids = taken.map(({ id }) => id);
  const { recipientId, streamId } = target.stream;
  const isWholeTopic = !(await hasOthers(tx, actor, message, ids));
  const isJoining = await hasOthers(tx, actor, { recipientId, topicKey: foldName(target.topic) }, ids);
  const before = await audienceOf(tx, message, from, ids);
  const entry = { user_id: actor.userId, timestamp: nowSeconds };
  await updatePlace(tx, ids, { recipientId, streamId, topic: target.topic }, message, entry, nowSeconds);
  await grantAccessToMovedMessages(tx, ids, from, target.stream);
  return {
    ids,
    isWholeTopic,
    isJoining,
    before,
    move: {
      previousStreamId: from.streamId,
      previousStreamName: from.name,
      streamId,
      previousTopic: message.topic,
      topic: target.topic,
      topicLinks: topicLinks(target.topic, linkifiers),
    },
  };
}
