import {
  badRequest,
  type EditableFlag,
  FLAG_OPERATIONS,
  type FlagOperation,
  type FlagUpdate,
  isEditableFlag,
  MAX_MESSAGES_PER_FLAG_UPDATE,
  MessageFlagsChanged,
  type NarrowFlagUpdate,
  type Principal,
} from '@chat/contracts';
import { Database, lockRealm, type Transaction } from '@chat/persistence';
import { foldName } from '@chat/text';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { HistoryService } from '../history/history.service.js';
import { greatestMessageId } from '../message-order/message-ids.js';
import { advanceWatermarks } from './advance-watermarks.js';
import { markPlaceRead, type Place } from './mark-place-read.js';
import {
  hasTopic,
  lockFlags,
  type MessageWithFlag,
  markAllRead,
  selectFlagged,
  writeFlag,
} from './message-flags.repository.js';
import { unreadDetails } from './unread-details.js';

/** Flags that are derived, or that are no longer used. */
const FLAGS_NOT_EDITABLE = [
  'mentioned',
  'wildcard_mentioned',
  'has_alert_word',
  'historical',
  'force_expand',
  'force_collapse',
];

function checkedFlag(flag: string, op: string): { readonly flag: EditableFlag; readonly op: FlagOperation } {
  if (FLAGS_NOT_EDITABLE.includes(flag)) throw badRequest(`Flag not editable: '${flag}'`);
  if (!isEditableFlag(flag)) throw badRequest(`Invalid flag: '${flag}'`);
  const operation = FLAG_OPERATIONS.find((candidate) => candidate === op);
  if (!operation) throw badRequest(`Invalid message flag operation: '${op}'`);
  return { flag, op: operation };
}

/** Whether the change stores a mark. An invisible message is read and has no flags, so only such a change needs to see it. */
const storesMark = (flag: EditableFlag, op: FlagOperation): boolean => (flag === 'read') === (op === 'remove');

/** Fewer than requested if those are too many for one update: the response says that an end was not reached. */
export function withinLimit(wantedBefore: number, wantedAfter: number): { numBefore: number; numAfter: number } {
  const limit = MAX_MESSAGES_PER_FLAG_UPDATE;
  const numBefore = Math.min(wantedBefore, Math.max(limit - wantedAfter, limit / 2));
  return { numBefore, numAfter: Math.min(wantedAfter, limit - numBefore) };
}

@Injectable()
export class MessageFlagsService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly history: HistoryService,
  ) {}

  /** Returns the messages that the actor can see, and how many of them changed. */
  async update(actor: Principal, update: FlagUpdate): Promise<{ messages: number[]; changed: number }> {
    const { messageIds } = update;
    const { flag, op } = checkedFlag(update.flag, update.op);
    const wanted = [...new Set(messageIds)];
    if (wanted.length === 0) return { messages: [], changed: 0 };
    return this.database.transaction(async (tx) => {
      await lockFlags(tx, actor.userId);
      // The message must be visible at the log position of the event: if it became invisible meanwhile, no later event would
      // remove the mark.
      if (storesMark(flag, op)) await lockRealm(tx, actor.realmId);
      const messages = await this.access.visibleAmong(actor, actor.realmId, wanted, tx);
      if (storesMark(flag, op) && messages.length < wanted.length) throw badRequest('Invalid message(s)');
      return { messages, changed: await this.change(tx, actor, messages, flag, op) };
    });
  }

  /** Flags the messages that GET /messages shows for the same page of the narrow. */
  async updateForNarrow(actor: Principal, update: NarrowFlagUpdate) {
    const { op, flag, ...wanted } = update;
    checkedFlag(flag, op);
    const range = withinLimit(update.numBefore, update.numAfter);
    const { ids, foundOldest, foundNewest } = await this.history.findPage({
      ...wanted,
      ...range,
      actor,
      realmId: actor.realmId,
    });
    const { changed } = await this.update(actor, { messageIds: ids, op, flag });
    return {
      processedCount: ids.length,
      updatedCount: changed,
      firstProcessedId: ids[0] ?? null,
      lastProcessedId: ids.at(-1) ?? null,
      foundOldest,
      foundNewest,
    };
  }

  private async change(
    tx: Transaction,
    { realmId, userId }: Principal,
    messageIds: readonly number[],
    flag: EditableFlag,
    op: FlagOperation,
  ): Promise<number> {
    const before = await selectFlagged(tx, userId, messageIds, flag);
    const different = before.filter((message) => message.isSet !== (op === 'add'));
    const isUnreading = flag === 'read' && op === 'remove';
    const changing = isUnreading ? await this.inSubscribedStreams(tx, userId, different) : different;
    if (changing.length === 0) return 0;
    const ids = changing.map((message) => message.id);
    await writeFlag(tx, userId, ids, flag, op === 'add');
    if (flag === 'read' && op === 'add') await advanceWatermarks(tx, userId, changing);
    const details = isUnreading ? await unreadDetails(tx, userId, changing) : undefined;
    tx.record(realmId, MessageFlagsChanged.of({ userId, op, flag, messageIds: ids, all: false, details }));
    return ids.length;
  }

  /** Without messages of streams that the user is not subscribed to: such messages always count as read. */
  private async inSubscribedStreams(tx: Transaction, userId: number, messages: readonly MessageWithFlag[]) {
    const streamIds = messages.map((message) => message.streamId).filter((id) => id !== null);
    const subscribed = await this.access.subscribedAmong(userId, streamIds, tx);
    return messages.filter(({ streamId }) => streamId === null || subscribed.has(streamId));
  }

  async markAllAsRead(actor: Principal): Promise<void> {
    const { realmId, userId } = actor;
    await this.database.transaction(async (tx) => {
      await lockFlags(tx, userId);
      // No message may be sent between the reading of the greatest id and the event. The lock of the flags comes first, as in every
      // change of flags.
      await lockRealm(tx, realmId);
      await markAllRead(tx, userId, await greatestMessageId(tx, realmId));
      tx.record(realmId, MessageFlagsChanged.of({ userId, op: 'add', flag: 'read', messageIds: [], all: true }));
    });
  }

  async markStreamAsRead(actor: Principal, streamId: number): Promise<void> {
    const { stream } = await this.access.stream(actor, streamId, 'read');
    await this.markPlace(actor, { recipientId: stream.recipientId, topicKey: null });
  }

  async markTopicAsRead(actor: Principal, streamId: number, topic: string): Promise<void> {
    const { stream } = await this.access.stream(actor, streamId, 'read');
    const place = { recipientId: stream.recipientId, topicKey: foldName(topic) };
    if (!(await hasTopic(this.database, place.recipientId, place.topicKey)))
      throw badRequest(`No such topic '${topic}'`);
    await this.markPlace(actor, place);
  }

  private async markPlace(actor: Principal, place: Place): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockFlags(tx, actor.userId);
      // Several statements read the place and its end: no message may be sent or moved in between.
      await lockRealm(tx, actor.realmId);
      await markPlaceRead(tx, actor, place, await greatestMessageId(tx, actor.realmId));
    });
  }
}
