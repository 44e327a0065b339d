import {
  type ApiError,
  badRequest,
  type GivenRecipients,
  MAX_SCHEDULED_MESSAGES_PER_USER,
  MAX_SCHEDULED_RECIPIENTS,
  type MessageType,
  type NewScheduledMessage,
  type Principal,
  type ScheduledMessageChanges,
  ScheduledMessageRemoved,
  ScheduledMessagesAdded,
  ScheduledMessageUpdated,
  scheduledMessageDoesNotExist,
  scheduledMessageOf,
} from '@chat/contracts';
import { Database, type Queryable } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { addHolds, replaceHolds } from '../file-claims/change-holds.js';
import { MessagesService } from '../messages/messages.service.js';
import type { MessageRendering } from '../messages/rendering/message-renderer.js';
import { AlarmClock } from './alarm-clock.js';
import { ScheduledMessageEntity } from './scheduled-message.entity.js';
import {
  findOfSender,
  hasAtLeast,
  insertScheduledMessage,
  type NewScheduledMessageRow,
  type ScheduledMessageRow,
  selectOfSender,
  stored,
  updateScheduledMessage,
} from './scheduled-messages.repository.js';

const notInFuture = () => badRequest('Scheduled delivery time must be in the future.');

/** An edit is rejected if other edits overtake it this often; edits of people cannot. */
const MAX_EDIT_ATTEMPTS = 10;

type RequestedMessage = Pick<NewScheduledMessageRow, 'type' | 'to' | 'content' | 'deliverAtSeconds' | 'clientName'> & {
  readonly topic: string | undefined;
};

/** A message that may be scheduled, and the files that it links. */
interface CheckedMessage {
  readonly message: NewScheduledMessageRow;
  readonly files: MessageRendering['claimedFiles'];
}

/** Creates, lists, edits and deletes a user's scheduled messages. `DueMessages` delivers them. */
@Injectable()
export class ScheduledMessagesService {
  constructor(
    private readonly database: Database,
    private readonly messages: MessagesService,
    private readonly alarmClock: AlarmClock,
  ) {}

  async list(actor: Principal) {
    const rows = await selectOfSender(this.database, actor.userId);
    return { scheduledMessages: rows.map((row) => scheduledMessageOf(stored(row))) };
  }

  async create(actor: Principal, clientName: string, fields: NewScheduledMessage) {
    const { type, content, topic, scheduledDeliveryTimestamp: deliverAtSeconds } = fields;
    if (type === 'stream' && topic === undefined) throw badRequest('Missing topic');
    const to = recipientIds(type, fields.to);
    const { message, files } = await this.checked(actor, { type, to, content, topic, deliverAtSeconds, clientName });
    await this.requireRoom(actor.userId);
    const created = await this.database.transaction(async (tx) => {
      const row = await insertScheduledMessage(tx, message);
      if (!row) throw notInFuture();
      await addHolds(tx, actor.realmId, 'scheduled_message', [{ holderId: row.id, files }]);
      tx.record(actor.realmId, ScheduledMessagesAdded.of({ userId: actor.userId, scheduledMessages: [stored(row)] }));
      return row;
    });
    this.alarmClock.set(created.id, created.dueInMs);
    return { scheduledMessageId: created.id };
  }

  async edit(actor: Principal, clientName: string, changes: ScheduledMessageChanges): Promise<void> {
    requireSoundChanges(changes);
    for (let attempt = 1; attempt <= MAX_EDIT_ATTEMPTS; attempt++) {
      const updated = await this.tryEdit(actor, clientName, changes);
      if (!updated) continue;
      this.alarmClock.set(updated.id, updated.dueInMs);
      return;
    }
    throw badRequest('The scheduled message is being changed by somebody else; try again.');
  }

  async delete(actor: Principal, scheduledMessageId: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (!(await findOfSender(tx, actor.userId, scheduledMessageId, { lock: true })))
        throw scheduledMessageDoesNotExist();
      await tx.getRepository(ScheduledMessageEntity).delete(scheduledMessageId);
      await replaceHolds(tx, actor.realmId, 'scheduled_message', [{ holderId: scheduledMessageId, files: [] }]);
      tx.record(actor.realmId, ScheduledMessageRemoved.of({ userId: actor.userId, scheduledMessageId }));
    });
    this.alarmClock.unset(scheduledMessageId);
  }

  /** Simultaneous requests may exceed the limit by a few. */
  private async requireRoom(senderId: number): Promise<void> {
    if (await hasAtLeast(this.database, senderId, MAX_SCHEDULED_MESSAGES_PER_USER))
      throw badRequest(`Too many scheduled messages (limit: ${MAX_SCHEDULED_MESSAGES_PER_USER})`);
  }

  /** Returns undefined if another edit committed in between. */
  private async tryEdit(actor: Principal, clientName: string, changes: ScheduledMessageChanges) {
    const { scheduledMessageId } = changes;
    const before = await findOfSender(this.database, actor.userId, scheduledMessageId);
    if (!before) throw await this.errorOfGone(this.database, actor, scheduledMessageId);
    const isNewTime = changes.scheduledDeliveryTimestamp !== undefined;
    if (before.status === 'failed' && !isNewTime) throw notInFuture();
    // Before the transaction: a slow rendering under the row lock would delay deliveries.
    const { message, files } = await this.checked(actor, merged(before, changes, clientName));
    return this.database.transaction(async (tx) => {
      const locked = await findOfSender(tx, actor.userId, scheduledMessageId, { lock: true });
      if (!locked) throw await this.errorOfGone(tx, actor, scheduledMessageId);
      if (locked.revision !== before.revision) return undefined;
      const row = await updateScheduledMessage(tx, scheduledMessageId, message, isNewTime);
      if (!row) throw notInFuture();
      await replaceHolds(tx, actor.realmId, 'scheduled_message', [{ holderId: row.id, files }]);
      tx.record(actor.realmId, ScheduledMessageUpdated.of({ userId: actor.userId, scheduledMessage: stored(row) }));
      return row;
    });
  }

  private async errorOfGone(queryable: Queryable, { userId }: Principal, id: number): Promise<ApiError> {
    const scheduledMessages = queryable.getRepository(ScheduledMessageEntity);
    const isSent = await scheduledMessages.existsBy({ id, senderId: userId, status: 'delivered' });
    return isSent ? badRequest('Scheduled message was already sent') : scheduledMessageDoesNotExist();
  }

  /** Applies the rules of sending: a message that the actor may not send now is rejected. */
  private async checked(actor: Principal, requested: RequestedMessage): Promise<CheckedMessage> {
    const { deliverAtSeconds, ...message } = requested;
    const { type, to, clientName } = message;
    const addressee = type === 'stream' ? (to[0] as number) : to;
    const prepared = await this.messages.prepare({ ...message, sender: actor, to: addressee });
    const { recipient } = prepared;
    const checked = {
      realmId: actor.realmId,
      senderId: actor.userId,
      type,
      to: recipient.kind === 'stream' ? [recipient.streamId] : others(actor.userId, to),
      topic: recipient.kind === 'stream' ? recipient.topic : '',
      content: prepared.content,
      renderedContent: prepared.rendering.html,
      clientName,
      deliverAtSeconds,
    };
    return { message: checked, files: prepared.rendering.claimedFiles };
  }
}

function requireSoundChanges({ scheduledMessageId: _, ...changes }: ScheduledMessageChanges): void {
  if (Object.values(changes).every((value) => value === undefined)) throw badRequest('Nothing to change');
  const { type, to, topic } = changes;
  if (type !== undefined && to === undefined) {
    throw badRequest('Recipient required when updating type of scheduled message.');
  }
  if (type === 'stream' && topic === undefined) {
    throw badRequest('Topic required when updating scheduled message type to stream.');
  }
  // Without a type, an id is checked as a stream and a list as users. The current type of the message does not matter.
  if (to !== undefined) recipientIds(type ?? (Array.isArray(to) ? 'direct' : 'stream'), to);
}

function merged(before: ScheduledMessageRow, changes: ScheduledMessageChanges, clientName: string): RequestedMessage {
  const type = changes.type ?? before.type;
  return {
    type,
    to: changes.to === undefined ? before.to : recipientIds(type, changes.to),
    content: changes.content ?? before.content,
    topic: changes.topic ?? before.topic,
    deliverAtSeconds: changes.scheduledDeliveryTimestamp ?? before.deliverAtSeconds,
    clientName,
  };
}

/** Recipients in ascending order; the sender only if there is no other. */
function others(senderId: number, to: readonly number[]): number[] {
  const ids = [...new Set(to)].filter((id) => id !== senderId).sort((a, b) => a - b);
  return ids.length > 0 ? ids : [senderId];
}

/** The stream id or the user ids that a client gave, depending on the type of the message. */
function recipientIds(type: MessageType, to: GivenRecipients): number[] {
  if (type === 'stream') {
    if (typeof to !== 'number') throw badRequest('Invalid data type for stream ID');
    return [to];
  }
  if (typeof to === 'number' || to === null) throw badRequest('Invalid data type for recipients');
  if (to.length > MAX_SCHEDULED_RECIPIENTS) {
    throw badRequest(`to must contain no more than ${MAX_SCHEDULED_RECIPIENTS} elements`);
  }
  return to.map((userId) => {
    if (userId === null) throw badRequest('Recipient list may only contain user IDs');
    return userId;
  });
}
