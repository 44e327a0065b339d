import {
  badRequest,
  type EditMessage,
  type MessageAudience,
  type MessageRecipient,
  MessagesEdited,
  type StreamRecord,
} from '@chat/contracts';
import type { Linkifier } from '@chat/markdown';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { audienceOf } from '../access/message-audience.js';
import { editedMessageReaders } from '../flags/edited-message-readers.js';
import { recordRead } from '../flags/flags.service.js';
import { markReadWhereLeft } from '../flags/read-where-left.js';
import { removeInvisibleStars } from '../flags/remove-invisible-stars.js';
import { lockRealm } from '../message-order/realm-lock.js';
import { Notices } from '../messages/notices/notices.js';
import { streamPlace } from '../messages/send/addressee.js';
import type { CheckedRecipient } from '../messages/send/check-recipient.js';
import { CheckRecipient } from '../messages/send/check-recipient.js';
import { PrepareMessage } from '../messages/send/prepare-message.js';
import type { PreparedMessage } from '../messages/send/prepared-message.js';
import { checkedContent, checkedTopic } from '../names/check-text.js';
import { RealmProjections, type RealmState } from '../projections/realm-projections.js';
import { type RealmStreams, StreamsProjection } from '../stream-records/streams.projection.js';
import { requireMayEditContent } from './edit-rules.js';
import { type EditedMessage, editTime, joinNewestEntries, lockMessage, updateContent } from './edits.repository.js';
import { type MoveTarget, moveMessages } from './move-messages.js';
import { moveNotices } from './move-notices.js';
import { moveTopicWishes } from './move-topic-wishes.js';
import { type MovedAudience, movedAudience, recordLost } from './moved-audience.js';
import { refreshBeginnings } from './stream-beginnings.js';

/** What stands in a message whose author took everything out. */
const DELETED_CONTENT = '(deleted)';

/** What was looked up before the transaction. */
interface KnownFacts extends RealmState {
  readonly streams: RealmStreams;
  readonly linkifiers: readonly Linkifier[];
}

/** Changes a message's content, or moves it and others of its topic; all or nothing. */
@Injectable()
export class EditsService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly projections: RealmProjections,
    private readonly streams: StreamsProjection,
    private readonly checkRecipient: CheckRecipient,
    private readonly preparation: PrepareMessage,
    private readonly notices: Notices,
  ) {}

  async edit(request: EditMessage): Promise<void> {
    const { actor, messageId } = request;
    const facts = await this.projections.state(actor.realmId);
    const before = await this.access.message(actor, actor.realmId, messageId);
    const target = await this.targetOf(request, before, facts);
    const edited = request.content === undefined ? undefined : await this.rendered(request, before, facts);
    // Before the transaction: inside of it nothing may wait for another connection.
    const known = {
      ...facts,
      streams: await this.streams.of(actor.realmId),
      linkifiers: (await this.projections.markup(actor.realmId)).linkifiers,
    };
    await this.database.transaction(async (tx) => {
      await lockRealm(tx, actor.realmId);
      const message = await lockMessage(tx, actor, messageId);
      if (!message) throw badRequest('Invalid message(s)');
      await this.change(tx, request, message, target, edited, known);
    });
  }

  private async change(
    tx: Transaction,
    request: EditMessage,
    message: EditedMessage,
    target: MoveTarget | undefined,
    edited: PreparedMessage | undefined,
    facts: KnownFacts,
  ): Promise<void> {
    const { actor, propagateMode } = request;
    const { realm } = facts;
    if (edited) requireMayEditContent(actor, message, realm);
    const from = message.streamId === null ? undefined : facts.streams.get(message.streamId);
    const isMoved =
      target !== undefined && (target.stream.streamId !== message.streamId || target.topic !== message.topic);
    if (!edited && !isMoved) throw badRequest('Nothing to change');
    const nowSeconds = await editTime(tx);
    const entry = { user_id: actor.userId, timestamp: nowSeconds };
    const moved =
      isMoved && from ? await moveMessages(tx, request, message, from, target, nowSeconds, facts) : undefined;
    if (edited) await updateContent(tx, message.id, edited, entry, nowSeconds);
    if (edited && moved) await joinNewestEntries(tx, message.id);
    const messageIds = moved?.ids ?? [message.id];
    const seen =
      moved && from ? await this.seenAfter(tx, messageIds, from, target as MoveTarget, moved.before, facts) : undefined;
    const readWhereLeft =
      seen && from && target
        ? await markReadWhereLeft(tx, messageIds, { from: from.streamId, to: target.stream.streamId })
        : new Map<number, number[]>();
    const audience = seen?.audience ?? moved?.before ?? (await audienceOf(tx, message, from));
    tx.record(
      actor.realmId,
      MessagesEdited.of({
        messageId: message.id,
        messageIds,
        userId: actor.userId,
        editedAtSeconds: nowSeconds,
        isRenderingOnly: false,
        content: edited
          ? {
              previousContent: message.content,
              previousRenderedContent: message.renderedContent,
              previousRenderVersion: message.renderVersion,
              content: edited.content,
              renderedContent: edited.rendering.html,
              isMeMessage: edited.rendering.isMeMessage,
            }
          : null,
        move: moved ? { ...moved.move, propagateMode } : null,
        stream: from ? { streamId: from.streamId, streamName: from.name } : null,
        audience,
        mentionedUserIds: edited?.mentionedUserIds ?? message.mentionedUserIds,
        wildcardMentioned: edited?.rendering.wildcardMentioned ?? message.isWildcardMention,
        alertWordUserIds: edited?.alertWordUserIds ?? message.alertWordUserIds,
        readers: await editedMessageReaders(tx, message.id, audience),
      }),
    );
    if (!moved || !from || !target) return;
    if (seen) {
      recordLost(tx, actor.realmId, moved.ids, seen.lost, from, message.topic);
      for (const [userId, ids] of readWhereLeft) recordRead(tx, { realmId: actor.realmId, userId }, ids);
      await removeInvisibleStars(tx, actor.realmId, moved.ids, facts.users);
    }
    if (target.stream.streamId !== from.streamId) {
      await refreshBeginnings(tx, actor.realmId, [from.streamId, target.stream.streamId]);
    }
    if (moved.isWholeTopic) {
      await moveTopicWishes(tx, actor.realmId, { stream: from, topic: message.topic }, target, moved.ids, facts.users);
    }
    const told = {
      actor,
      from: { stream: from, topic: message.topic },
      to: target,
      movedIds: moved.ids,
      isWholeTopic: moved.isWholeTopic,
      isJoining: moved.isJoining,
      isEdited: edited !== undefined,
      realmUrl: realm.url,
    };
    const notices = moveNotices(told, request.sendNotificationToOldThread, request.sendNotificationToNewThread);
    const linkable = [from, target.stream].map(({ streamId, name }) => ({ id: streamId, name }));
    await this.notices.send(tx, facts, notices, linkable);
  }

  private async seenAfter(
    tx: Transaction,
    ids: readonly number[],
    from: StreamRecord,
    { stream }: MoveTarget,
    before: MessageAudience,
    { users }: RealmState,
  ): Promise<MovedAudience | undefined> {
    if (stream.streamId === from.streamId) return undefined;
    const moved = { ids, recipientId: stream.recipientId };
    return movedAudience(tx, this.access, users, before, moved, from, stream);
  }

  /** Where the message shall go; undefined when it stays. Refuses what can be refused without the lock. */
  private async targetOf(
    request: EditMessage,
    before: { readonly streamId: number | null; readonly topic: string },
    facts: RealmState,
  ): Promise<MoveTarget | undefined> {
    const { actor, content, streamId } = request;
    const topic = request.topic === undefined ? undefined : request.topic.trim();
    const wantsTopic = topic !== undefined && topic !== before.topic;
    const wantsStream = streamId !== undefined && streamId !== before.streamId;
    if (before.streamId === null) {
      if (streamId !== undefined) throw badRequest('Direct messages cannot be moved to streams.');
      if (topic !== undefined && topic !== '') throw badRequest('Direct messages cannot have topics.');
    }
    if (content === undefined && !wantsTopic && !wantsStream) throw badRequest('Nothing to change');
    if (request.propagateMode !== 'change_one' && !wantsTopic && !wantsStream) {
      throw badRequest('Invalid propagate_mode without topic edit');
    }
    if (before.streamId === null || (!wantsTopic && !wantsStream)) return undefined;
    if (wantsStream && content !== undefined) throw badRequest('Cannot change message content while changing stream');
    const wholeTopic = wantsTopic ? topic : before.topic;
    const checked = wantsTopic ? checkedTopic(topic) : before.topic;
    if (!wantsStream) {
      const { stream } = await this.access.stream(actor, before.streamId, 'read');
      return { stream, topic: checked, wholeTopic };
    }
    await this.access.stream(actor, streamId, 'read');
    // As if it were sent there: who may not post to the stream may not move anything to it.
    const { stream } = await this.checkRecipient.stream(actor, streamPlace(streamId, checked), facts);
    return { stream, topic: checked, wholeTopic };
  }

  private async rendered(
    { actor, content = '' }: EditMessage,
    before: {
      readonly recipientId: number;
      readonly streamId: number | null;
      readonly topic: string;
      readonly senderId: number;
    },
    facts: RealmState,
  ): Promise<PreparedMessage> {
    // Nobody may make the server render for a message that is not theirs.
    if (before.senderId !== actor.userId) throw badRequest("You don't have permission to edit this message");
    const text = content.trim() === '' ? DELETED_CONTENT : checkedContent(content);
    const recipient = await this.recipientOf(actor.realmId, before);
    const edited = await this.preparation.complete(actor, recipient, text, facts, '');
    if (edited.rendering.wildcardMentioned && recipient.stream) {
      await this.preparation.checkMayMentionAll(actor, recipient.stream, facts);
    }
    return edited;
  }

  private async recipientOf(
    realmId: number,
    { recipientId, streamId, topic }: { recipientId: number; streamId: number | null; topic: string },
  ): Promise<CheckedRecipient> {
    if (streamId !== null) {
      const stream = (await this.streams.of(realmId)).get(streamId);
      if (!stream) throw badRequest('Invalid message(s)');
      const recipient: MessageRecipient = { kind: 'stream', recipientId, streamId, streamName: stream.name, topic };
      return { stream, recipient };
    }
    const [row] = await this.database.query<{ userIds: number[] }>(
      'SELECT user_ids AS "userIds" FROM recipients WHERE id = $1',
      [recipientId],
    );
    const participants = (row?.userIds ?? []).map((id) => ({ id, email: '', fullName: '' }));
    return { stream: null, recipient: { kind: 'direct', recipientId, participants } };
  }
}
