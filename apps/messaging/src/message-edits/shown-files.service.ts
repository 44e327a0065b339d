import {
  ApiError,
  type FileClaim,
  type LinkedFile,
  MAX_CLAIMED_FILES_PER_MESSAGE,
  MessagesEdited,
} from '@chat/contracts';
import type { RenderedMessage } from '@chat/markdown';
import { Database, lockRealm, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { audienceOf } from '../access/message-audience.js';
import { LinkedFiles } from '../file-claims/linked-files.js';
import { editedMessageReaders } from '../message-flags/message-flags.repository.js';
import { inParts } from '../messages/record-events.js';
import { MessageRenderer } from '../messages/rendering/message-renderer.js';
import { principalOf } from '../projections/principal-of.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { StreamsProjection } from '../stream-records/streams.projection.js';
import type { EditedMessage } from './message-edits.repository.js';
import { type ClaimingMessage, ShownFilesRepository } from './shown-files.repository.js';

/** Messages that are rendered and stored together. Sending waits while they are stored. */
const BATCH = 20;

interface Rendered extends ClaimingMessage {
  /** Undefined if the text cannot be rendered. */
  readonly rendering: RenderedMessage | undefined;
}

/** Renders messages again after a file that they show has changed: its preview became ready or is broken, or the file was deleted. */
@Injectable()
export class ShownFilesService {
  constructor(
    private readonly database: Database,
    private readonly messages: ShownFilesRepository,
    private readonly linkedFiles: LinkedFiles,
    private readonly renderer: MessageRenderer,
    private readonly projections: RealmProjections,
    private readonly streams: StreamsProjection,
  ) {}

  /** The newest messages come first. */
  async onPreviewChanged(realmId: number, fileId: number): Promise<void> {
    let beforeId = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const ids = await this.messages.idsOfClaiming(realmId, fileId, beforeId, BATCH);
      if (ids.length === 0) return;
      await this.renderAgain(realmId, ids);
      beforeId = Math.min(...ids);
    }
  }

  /** A file may have been removed, or its preview become ready, after a message was rendered and before it was stored. */
  async onClaimed(realmId: number, claims: readonly Pick<FileClaim, 'fileId' | 'messageId'>[]): Promise<void> {
    const messageIds = [...new Set(claims.map((claim) => claim.messageId))];
    const fileIds = [...new Set(claims.map((claim) => claim.fileId))];
    for (const fileId of await this.messages.removedAmong(realmId, fileIds)) await this.forget(realmId, fileId);
    const ids = await this.messages.idsWithPlaceholder(realmId, messageIds);
    for (const part of inParts(ids, BATCH)) await this.renderAgain(realmId, part);
  }

  /** Removes the claims of a deleted file and its previews. A repeated call continues with the rest. */
  async onRemoved(realmId: number, fileId: number): Promise<void> {
    // First: a claim that is stored too late for the search below finds the removal.
    await this.messages.rememberRemoval(realmId, fileId);
    await this.forget(realmId, fileId);
  }

  private async forget(realmId: number, fileId: number): Promise<void> {
    await this.messages.forgetHolds(fileId);
    for (;;) {
      const ids = await this.messages.idsOfClaiming(realmId, fileId, Number.MAX_SAFE_INTEGER, BATCH);
      if (ids.length === 0) return;
      await this.renderAgain(realmId, ids, fileId);
    }
  }

  private async renderAgain(realmId: number, messageIds: readonly number[], removedFileId?: number): Promise<void> {
    let ids = messageIds;
    while (ids.length > 0) ids = await this.renderUnchanged(realmId, ids, removedFileId);
  }

  /**
   * Returns the messages that changed since they were read: the files of their rendering may be older than those of the other writer, which
   * may be another replica with another event.
   */
  private async renderUnchanged(realmId: number, ids: readonly number[], removedFileId?: number): Promise<number[]> {
    const claiming = await this.messages.readClaiming(realmId, ids, removedFileId ?? null);
    const rendered = await this.rendered(realmId, claiming);
    // Before the transaction: inside of it nothing may wait for another connection.
    const streams = await this.streams.of(realmId);
    return this.database.transaction(async (tx) => {
      await lockRealm(tx, realmId);
      if (removedFileId !== undefined) await this.messages.forgetClaims(tx, removedFileId, ids);
      const changed: number[] = [];
      for (const { rendering, ...message } of rendered) {
        if (rendering === undefined) continue;
        const stored = await this.messages.lockUnchanged(tx, realmId, message);
        if (stored === undefined) changed.push(message.id);
        else if (stored.renderedContent !== rendering.html) await this.store(tx, realmId, stored, rendering, streams);
      }
      return changed;
    });
  }

  private async store(
    tx: Transaction,
    realmId: number,
    stored: EditedMessage,
    { html, hasImage }: RenderedMessage,
    streams: Awaited<ReturnType<StreamsProjection['of']>>,
  ): Promise<void> {
    const { id, content, mentionedUserIds, alertWordUserIds, isMeMessage } = stored;
    await this.messages.updateHtml(tx, id, html, hasImage);
    const stream = stored.streamId === null ? undefined : streams.get(stored.streamId);
    const audience = await audienceOf(tx, stored, stream);
    tx.record(
      realmId,
      MessagesEdited.of({
        ...{ messageId: id, messageIds: [id], userId: null, editedAtSeconds: stored.nowSeconds, isRenderingOnly: true },
        content: {
          previousContent: content,
          previousRenderedContent: stored.renderedContent,
          previousRenderVersion: stored.renderVersion,
          ...{ content, renderedContent: html, isMeMessage },
        },
        move: null,
        stream: stream ? { streamId: stream.streamId, streamName: stream.name } : null,
        ...{ mentionedUserIds, wildcardMentioned: stored.isWildcardMention, alertWordUserIds },
        audience,
        readers: await editedMessageReaders(tx, id, audience),
      }),
    );
  }

  private async rendered(realmId: number, messages: readonly ClaimingMessage[]): Promise<Rendered[]> {
    const files = await this.describe(realmId, [...new Set(messages.flatMap(({ paths }) => paths))]);
    const users = await this.projections.users(realmId);
    return Promise.all(
      messages.map(async (message) => {
        const shown = message.paths.map((path) => files.get(path)).filter((file) => file !== undefined);
        const sender = users.get(message.senderId);
        if (!sender) return { ...message, rendering: undefined };
        const author = principalOf(sender, realmId);
        const rendering = await this.renderer.renderAgain(author, message, shown).catch((error: unknown) => {
          if (error instanceof ApiError && error.status < 500) return undefined;
          throw error;
        });
        return { ...message, rendering };
      }),
    );
  }

  private async describe(realmId: number, paths: readonly string[]): Promise<Map<string, LinkedFile>> {
    const files = new Map<string, LinkedFile>();
    for (const part of inParts(paths, MAX_CLAIMED_FILES_PER_MESSAGE)) {
      for (const file of await this.linkedFiles.describe(realmId, part)) files.set(file.pathId, file);
    }
    return files;
  }
}
