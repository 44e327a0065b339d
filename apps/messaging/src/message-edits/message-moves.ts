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
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { audienceOf } from '../access/message-audience.js';
import { StreamReaders } from '../access/stream-readers.js';
import { recordRead } from '../message-flags/mark-place-read.js';
import { type MovedMessages, markReadWhereLeft } from '../message-flags/mark-read-where-left.js';
import { removeInvisibleStars } from '../message-flags/remove-invisible-stars.js';
import { refreshFirstMessages } from '../messages/first-messages.js';
import { Notices } from '../messages/notices/notices.js';
import { recordDeleted } from '../messages/record-events.js';
import { StreamRecipients, streamPlace } from '../messages/send/stream-recipients.js';
import { checkedTopic } from '../names/check-text.js';
import type { RealmState } from '../projections/realm-projections.js';
import type { RealmUsers } from '../projections/realm-users.js';
import { readSubscriberIds } from '../stream-records/stream-records.repository.js';
import type { RealmStreams } from '../stream-records/streams.projection.js';
import { requireAllInTime, requireMayEditTopic, requireMayMove } from './edit-rules.js';
import { grantAccessToMovedMessages } from './grant-access-to-moved-messages.js';
import { type EditedMessage, hasOthers, selectPropagated, updatePlace } from './message-edits.repository.js';
import { type Move, moveNotices } from './move-notices.js';
import { moveTopicVisibility } from './move-topic-visibility.js';

export interface RequestedEdit extends MessageChanges {
  readonly actor: Principal;
}

/** State that is read before the transaction: inside of it no statement may wait for a second connection. */
export interface EditContext extends RealmState {
  readonly streams: RealmStreams;
  readonly linkifiers: readonly Linkifier[];
}

export type MoveTarget = Move['to'];

type FormerPlace = Pick<EditedMessage, 'streamId' | 'topic'>;

interface AppliedMove extends Pick<Move, 'movedIds' | 'isWholeTopic' | 'isJoining'> {
  readonly from: StreamRecord;
  readonly target: MoveTarget;
  /** Receivers of the event: former readers that still see the messages, and subscribers of a new stream. */
  readonly audience: MessageAudience;
  /** Users that no longer see the messages. Undefined if the messages stay in their stream. */
  readonly lost: MessageAudience | undefined;
  /** Messages that count as read from now on, by user. */
  readonly readBy: ReadonlyMap<number, readonly number[]>;
  readonly move: Omit<MessageMove, 'propagateMode'>;
}

/** Moves messages of a topic together with the marks of users. */
@Injectable()
export class MessageMoves {
  constructor(
    private readonly access: Access,
    private readonly readers: StreamReaders,
    private readonly streamRecipients: StreamRecipients,
    private readonly notices: Notices,
  ) {}

  /**
   * Finds the stream and topic that a request moves messages to; undefined if the message stays. Refuses every request that can be
   * refused without the realm lock.
   */
  async targetOf(request: RequestedEdit, before: FormerPlace, state: RealmState): Promise<MoveTarget | undefined> {
    const { actor, content, streamId } = request;
    const topic = request.topic?.trim();
    const newTopic = topic === before.topic ? undefined : topic;
    const newStreamId = streamId === before.streamId ? undefined : streamId;
    const isMove = newTopic !== undefined || newStreamId !== undefined;
    requireChange(request, before, isMove);
    if (before.streamId === null || !isMove) return undefined;
    if (newStreamId !== undefined && content !== undefined) {
      throw badRequest('Cannot change message content while changing stream');
    }
    const wholeTopic = newTopic ?? before.topic;
    const checked = newTopic === undefined ? before.topic : checkedTopic(newTopic);
    if (newStreamId === undefined) {
      const { stream } = await this.access.stream(actor, before.streamId, 'read');
      return { stream, topic: checked, wholeTopic };
    }
    await this.access.stream(actor, newStreamId, 'read');
    // As for a new message: without permission to post to the stream, no move to it.
    const { stream } = await this.streamRecipients.writableBy(actor, streamPlace(newStreamId, checked), state);
    return { stream, topic: checked, wholeTopic };
  }

  /** Moves the messages, if the actor may. Call `settle` after the event of the move is recorded. */
  async apply(
    tx: Transaction,
    request: RequestedEdit,
    message: EditedMessage,
    from: StreamRecord,
    target: MoveTarget,
    { realm, users, linkifiers }: EditContext,
  ): Promise<AppliedMove> {
    const { actor } = request;
    const { stream: to, topic } = target;
    const { recipientId, streamId } = to;
    const isNewStream = streamId !== from.streamId;
    const movedIds = await this.selectMoved(tx, request, message, isNewStream, topic !== message.topic, realm);
    const isWholeTopic = !(await hasOthers(tx, message, movedIds, actor));
    const isJoining = await hasOthers(tx, { recipientId, topicKey: foldName(topic) }, movedIds, actor);
    const before = await audienceOf(tx, message, from, movedIds);
    await updatePlace(tx, movedIds, { recipientId, streamId, topic }, message, actor.userId);
    const moved = { ids: movedIds, from, to };
    await grantAccessToMovedMessages(tx, moved);
    return {
      ...{ from, target, movedIds, isWholeTopic, isJoining },
      ...(isNewStream
        ? await movedAudience(tx, this.readers, users, before, moved)
        : { audience: before, lost: undefined }),
      readBy: isNewStream ? await markReadWhereLeft(tx, moved) : new Map(),
      move: {
        previousStreamId: from.streamId,
        previousStreamName: from.name,
        streamId,
        previousTopic: message.topic,
        topic,
        topicLinks: topicLinks(topic, linkifiers),
      },
    };
  }

  /** Ids of the messages to move, ascending. */
  private async selectMoved(
    tx: Transaction,
    { actor, propagateMode }: RequestedEdit,
    message: EditedMessage,
    isNewStream: boolean,
    isNewTopic: boolean,
    realm: EditContext['realm'],
  ): Promise<number[]> {
    if (isNewTopic) requireMayEditTopic(actor, message, realm);
    if (isNewStream) requireMayMove(actor, message, realm);
    if (propagateMode === 'change_one') return [message.id];
    const taken = await selectPropagated(tx, actor, message, propagateMode, MAX_MESSAGES_PER_MOVE + 1);
    if (taken.length > MAX_MESSAGES_PER_MOVE) {
      throw badRequest(`Too many messages to move at once (limit: ${MAX_MESSAGES_PER_MOVE})`);
    }
    if (propagateMode === 'change_all') {
      if (isNewTopic) requireAllInTime(actor, taken, realm.moveMessagesWithinStreamLimitSeconds);
      if (isNewStream) requireAllInTime(actor, taken, realm.moveMessagesBetweenStreamsLimitSeconds);
    }
    return taken.map(({ id }) => id);
  }

  /** Records the effects of the move that follow its event, and sends notices: the last write of the transaction. */
  async settle(
    tx: Transaction,
    { actor, sendNotificationToOldThread, sendNotificationToNewThread }: RequestedEdit,
    { topic }: EditedMessage,
    { from, target, movedIds, isWholeTopic, isJoining, lost, readBy }: AppliedMove,
    isEdited: boolean,
    context: EditContext,
  ): Promise<void> {
    const { realm, users } = context;
    const { realmId } = actor;
    if (lost) {
      if (lost.kind === 'stream' || lost.userIds.length > 0 || lost.alsoPublicStream) {
        const stream = { streamId: from.streamId, topic };
        recordDeleted(tx, realmId, { messageIds: movedIds, stream, audience: lost });
      }
      for (const [userId, ids] of readBy) recordRead(tx, { realmId, userId }, ids);
      await removeInvisibleStars(tx, realmId, movedIds, users);
      await refreshFirstMessages(tx, realmId, [from.streamId, target.stream.streamId]);
    }
    const old = { stream: from, topic };
    if (isWholeTopic) await moveTopicVisibility(tx, this.readers, realmId, old, target, movedIds, users);
    const notices = moveNotices(
      { actor, from: old, to: target, movedIds, isWholeTopic, isJoining, isEdited, realmUrl: realm.url },
      sendNotificationToOldThread,
      sendNotificationToNewThread,
    );
    const linkable = [from, target.stream].map(({ streamId, name }) => ({ id: streamId, name }));
    await this.notices.send(tx, context, notices, linkable);
  }
}

function requireChange(
  { content, streamId, topic, propagateMode }: RequestedEdit,
  before: FormerPlace,
  isMove: boolean,
) {
  if (before.streamId === null) {
    if (streamId !== undefined) throw badRequest('Direct messages cannot be moved to streams.');
    if (topic !== undefined && topic.trim() !== '') throw badRequest('Direct messages cannot have topics.');
  }
  if (content === undefined && !isMove) throw badRequest('Nothing to change');
  if (propagateMode !== 'change_one' && !isMove) throw badRequest('Invalid propagate_mode without topic edit');
}

/** Audiences of a move to another stream, after the move. `before`: audience in the old stream. */
async function movedAudience(
  tx: Transaction,
  readers: StreamReaders,
  users: RealmUsers,
  before: MessageAudience,
  { ids, from, to }: MovedMessages,
): Promise<Pick<AppliedMove, 'audience' | 'lost'>> {
  const { recipientId, streamId } = to;
  const saw = await usersOf(tx, before);
  const after = await audienceOf(tx, { id: ids[0] as number, recipientId, streamId }, to, ids);
  const sees = new Set(after.kind === 'users' ? after.userIds : await subscribersOf(tx, streamId));
  if (after.kind === 'stream') {
    const former = [...new Set([...saw, ...(after.alsoUsers?.userIds ?? [])])]
      .map((id) => users.get(id))
      .filter((user) => user !== undefined);
    for (const userId of await readers.readersAmong(to, former, tx)) sees.add(userId);
  }
  const userIds = [...sees].sort((a, b) => a - b);
  const lost: MessageAudience = { kind: 'users', userIds: saw.filter((userId) => !sees.has(userId)) };
  if (!to.isPrivate) {
    return { audience: { kind: 'users', userIds, alsoPublicStream: { streamId, exceptUserIds: [] } }, lost };
  }
  // Queues for all public streams had the messages, too.
  return {
    audience: { kind: 'users', userIds },
    lost: from.isPrivate ? lost : { ...lost, alsoPublicStream: { streamId: from.streamId, exceptUserIds: userIds } },
  };
}

const subscribersOf = async (tx: Transaction, streamId: number): Promise<readonly number[]> =>
  (await readSubscriberIds(tx, [streamId])).get(streamId) ?? [];

/** Users of an audience. May include guests without access to the stream. */
async function usersOf(tx: Transaction, audience: MessageAudience): Promise<readonly number[]> {
  if (audience.kind === 'users') return audience.userIds;
  return [...(await subscribersOf(tx, audience.streamId)), ...(audience.alsoUsers?.userIds ?? [])];
}
