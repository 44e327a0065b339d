import type { MessageAudience, StreamRecord } from '@chat/contracts';
import type { Linkifier } from '@chat/markdown';
import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { recordRead } from '../message-flags/message-flags.service.js';
import { markReadWhereLeft } from '../message-flags/read-where-left.js';
import { removeInvisibleStars } from '../message-flags/remove-invisible-stars.js';
import { refreshFirstMessages } from '../messages/first-messages.js';
import { Notices } from '../messages/notices/notices.js';
import type { RealmState } from '../projections/realm-projections.js';
import type { RealmStreams } from '../stream-records/streams.projection.js';
import type { EditedMessage } from './message-edits.repository.js';
import { type MovedMessages, type MoveTarget, moveMessages, type RequestedEdit } from './move-messages.js';
import { moveNotices } from './move-notices.js';
import { moveTopicVisibility } from './move-topic-visibility.js';
import { movedAudience, recordLost } from './moved-audience.js';

/** Read before the transaction: inside of it no statement may wait for a second connection. */
export interface EditContext extends RealmState {
  readonly streams: RealmStreams;
  readonly linkifiers: readonly Linkifier[];
}

interface MoveRequest {
  readonly from: StreamRecord;
  readonly target: MoveTarget;
  readonly nowSeconds: number;
}

/** Effects of a move to another stream on the users who saw the messages. */
interface StreamChange {
  /** Users who no longer see the messages. */
  readonly lost: MessageAudience;
  /** Messages that count as read from now on, by user. */
  readonly readBy: ReadonlyMap<number, readonly number[]>;
}

export interface AppliedMove {
  readonly from: StreamRecord;
  readonly target: MoveTarget;
  readonly moved: MovedMessages;
  /** Users who receive the event of the move. */
  readonly audience: MessageAudience;
  /** Undefined if the messages stay in their stream. */
  readonly streamChange: StreamChange | undefined;
}

/** Moves messages of a topic, with everything that users noted about them. */
@Injectable()
export class MessageMoves {
  constructor(
    private readonly access: Access,
    private readonly notices: Notices,
  ) {}

  /** Moves the messages. Call `settle` after the event of the move is recorded. */
  async apply(
    tx: Transaction,
    request: RequestedEdit,
    message: EditedMessage,
    { from, target, nowSeconds }: MoveRequest,
    context: EditContext,
  ): Promise<AppliedMove> {
    const moved = await moveMessages(tx, request, message, from, target, nowSeconds, context);
    const { stream } = target;
    if (stream.streamId === from.streamId) {
      return { from, target, moved, audience: moved.before, streamChange: undefined };
    }
    const place = { ids: moved.ids, recipientId: stream.recipientId };
    const seen = await movedAudience(tx, this.access, context.users, moved.before, place, from, stream);
    const readBy = await markReadWhereLeft(tx, moved.ids, { from: from.streamId, to: stream.streamId });
    return { from, target, moved, audience: seen.audience, streamChange: { lost: seen.lost, readBy } };
  }

  /** Records the effects of the move that follow its event, and sends notices: the last write of the transaction. */
  async settle(
    tx: Transaction,
    request: RequestedEdit,
    message: EditedMessage,
    { from, target, moved, streamChange }: AppliedMove,
    isEdited: boolean,
    context: EditContext,
  ): Promise<void> {
    const { actor } = request;
    const { realmId } = actor;
    if (streamChange) {
      recordLost(tx, realmId, moved.ids, streamChange.lost, from, message.topic);
      for (const [userId, ids] of streamChange.readBy) recordRead(tx, { realmId, userId }, ids);
      await removeInvisibleStars(tx, realmId, moved.ids, context.users);
      await refreshFirstMessages(tx, realmId, [from.streamId, target.stream.streamId]);
    }
    const old = { stream: from, topic: message.topic };
    if (moved.isWholeTopic) await moveTopicVisibility(tx, realmId, old, target, moved.ids, context.users);
    const notices = moveNotices(
      {
        actor,
        from: old,
        to: target,
        movedIds: moved.ids,
        isWholeTopic: moved.isWholeTopic,
        isJoining: moved.isJoining,
        isEdited,
        realmUrl: context.realm.url,
      },
      request.sendNotificationToOldThread,
      request.sendNotificationToNewThread,
    );
    const linkable = [from, target.stream].map(({ streamId, name }) => ({ id: streamId, name }));
    await this.notices.send(tx, context, notices, linkable);
  }
}
