import { badRequest, type EditOutcome, type FileClaimsChange, MessagesEdited } from '@chat/contracts';
import { Database, lockRealm, type Transaction } from '@chat/persistence';
import type { RequestContext } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { Access, type AccessedMessage } from '../access/access.js';
import { audienceOf } from '../access/message-audience.js';
import { AppliedClaims } from '../file-claims/applied-claims.js';
import { addClaims, removeClaims } from '../file-claims/change-claims.js';
import { editedMessageReaders } from '../message-flags/message-flags.repository.js';
import { PrepareMessage } from '../messages/send/prepare-message.js';
import type { PreparedMessage } from '../messages/send/prepared-message.js';
import { RecipientEntity } from '../messages/send/recipient.entity.js';
import { type CheckedRecipient, topicOf } from '../messages/send/stream-recipients.js';
import { WildcardMentions } from '../messages/send/wildcard-mentions.js';
import { checkedContent } from '../names/check-text.js';
import { RealmProjections, type RealmState } from '../projections/realm-projections.js';
import { StreamsProjection } from '../stream-records/streams.projection.js';
import { DetachedUploads } from './detached-uploads.js';
import { requireMayEditContent } from './edit-rules.js';
import { type EditedMessage, joinNewestEntries, lockMessage, updateContent } from './message-edits.repository.js';
import { type EditContext, MessageMoves, type MoveTarget, type RequestedEdit } from './message-moves.js';

/** Content of a message after an edit to empty text. */
const DELETED_CONTENT = '(deleted)';

/** Changes a message's content, or moves it and others of its topic; all or nothing. */
@Injectable()
export class MessageEditsService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly projections: RealmProjections,
    private readonly streams: StreamsProjection,
    private readonly preparation: PrepareMessage,
    private readonly wildcardMentions: WildcardMentions,
    private readonly moves: MessageMoves,
    private readonly appliedClaims: AppliedClaims,
    private readonly detachedUploads: DetachedUploads,
  ) {}

  async edit(request: RequestedEdit, cause: RequestContext): Promise<EditOutcome> {
    const { actor, messageId } = request;
    const state = await this.projections.state(actor.realmId);
    const before = await this.access.message(actor, actor.realmId, messageId);
    const target = await this.moves.targetOf(request, before, state);
    const edited = request.content === undefined ? undefined : await this.rendered(request, before, state);
    // Before the transaction: inside of it nothing may wait for another connection.
    const known = {
      ...state,
      streams: await this.streams.of(actor.realmId),
      linkifiers: (await this.projections.markup(actor.realmId)).linkifiers,
    };
    const claims = await this.database.transaction(async (tx) => {
      await lockRealm(tx, actor.realmId);
      const message = await lockMessage(tx, actor, messageId);
      if (!message) throw badRequest('Invalid message(s)');
      return this.change(tx, request, message, target, edited, known);
    });
    await this.appliedClaims.settle(actor.realmId, claims, cause);
    return { detachedUploads: await this.detachedUploads.after(claims, actor) };
  }

  private async change(
    tx: Transaction,
    request: RequestedEdit,
    message: EditedMessage,
    target: MoveTarget | undefined,
    edited: PreparedMessage | undefined,
    known: EditContext,
  ): Promise<FileClaimsChange[]> {
    const { actor, propagateMode } = request;
    if (edited) requireMayEditContent(actor, message, known.realm);
    const from = message.streamId === null ? undefined : known.streams.get(message.streamId);
    const destination = destinationOf(message, target);
    if (!edited && !destination) throw badRequest('Nothing to change');
    const move = from && destination && (await this.moves.apply(tx, request, message, from, destination, known));
    if (edited) await updateContent(tx, message, edited, actor.userId);
    if (edited && move) await joinNewestEntries(tx, message.id);
    const claims = edited ? await changeClaims(tx, actor.realmId, message, edited) : [];
    const audience = move?.audience ?? (await audienceOf(tx, message, from));
    tx.record(
      actor.realmId,
      MessagesEdited.of({
        messageId: message.id,
        messageIds: move?.movedIds ?? [message.id],
        userId: actor.userId,
        editedAtSeconds: message.nowSeconds,
        isRenderingOnly: false,
        ...contentChange(message, edited),
        move: move ? { ...move.move, propagateMode } : null,
        stream: from ? { streamId: from.streamId, streamName: from.name } : null,
        audience,
        readers: await editedMessageReaders(tx, message.id, audience),
      }),
    );
    if (move) await this.moves.settle(tx, request, message, move, edited !== undefined, known);
    return claims;
  }

  private async rendered({ actor, content = '' }: RequestedEdit, before: AccessedMessage, state: RealmState) {
    // Checked before rendering, which costs time.
    if (before.senderId !== actor.userId) throw badRequest("You don't have permission to edit this message");
    const text = content.trim() === '' ? DELETED_CONTENT : checkedContent(content);
    const recipient = await this.recipientOf(actor.realmId, before);
    const edited = await this.preparation.complete(actor, recipient, text, state, '');
    if (edited.rendering.wildcardMentioned) {
      await this.wildcardMentions.requireMayMentionAll(actor, recipient.stream, state);
    }
    return edited;
  }

  private async recipientOf(
    realmId: number,
    { recipientId, streamId, topic }: AccessedMessage,
  ): Promise<CheckedRecipient> {
    if (streamId !== null) {
      const stream = (await this.streams.of(realmId)).get(streamId);
      if (!stream) throw badRequest('Invalid message(s)');
      return topicOf(stream, topic);
    }
    const conversation = await this.database.getRepository(RecipientEntity).findOneBy({ id: recipientId });
    const participants = (conversation?.userIds ?? []).map((id) => ({ id, email: '', fullName: '' }));
    return { stream: null, recipient: { kind: 'direct', recipientId, participants } };
  }
}

/** Claims the files that the new content links, and no other. No query if neither content links one. */
async function changeClaims(
  tx: Transaction,
  realmId: number,
  { id, hasAttachment }: EditedMessage,
  { rendering: { claimedFiles: files } }: PreparedMessage,
): Promise<FileClaimsChange[]> {
  const kept = files.map(({ fileId }) => fileId);
  const removed = hasAttachment ? await removeClaims(tx, realmId, [id], kept) : [];
  const added = files.length > 0 ? await addClaims(tx, realmId, [{ messageId: id, files }]) : new Map();
  return [...removed, ...added.values()];
}

/** Content before and after the edit, and the users that the new content mentions. */
const contentChange = (message: EditedMessage, edited: PreparedMessage | undefined) =>
  edited
    ? {
        content: {
          previousContent: message.content,
          previousRenderedContent: message.renderedContent,
          previousRenderVersion: message.renderVersion,
          content: edited.content,
          renderedContent: edited.rendering.html,
          isMeMessage: edited.rendering.isMeMessage,
        },
        mentionedUserIds: edited.mentionedUserIds,
        wildcardMentioned: edited.rendering.wildcardMentioned,
        alertWordUserIds: edited.alertWordUserIds,
      }
    : {
        content: null,
        mentionedUserIds: message.mentionedUserIds,
        wildcardMentioned: message.isWildcardMention,
        alertWordUserIds: message.alertWordUserIds,
      };

/** Undefined if the message is already there. */
const destinationOf = (message: EditedMessage, target: MoveTarget | undefined): MoveTarget | undefined =>
  target?.stream.streamId === message.streamId && target?.topic === message.topic ? undefined : target;
