import {
  type ApiError,
  badRequest,
  MAX_SCHEDULED_MESSAGES_PER_USER,
  type MessageType,
  type NewScheduledMessage,
  type Principal,
  type ScheduledMessageChanges,
  type ScheduledMessageList,
  ScheduledMessageRemoved,
  type ScheduledMessageSelection,
  ScheduledMessagesAdded,
  ScheduledMessageUpdated,
  scheduledMessageDoesNotExist,
  scheduledMessageOf,
} from '@chat/contracts';
import { Database, type Queryable } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { MessagesService } from '../messages/messages.service.js';
import { AlarmClock } from './alarm-clock.js';
import { recipientIds } from './recipient-ids.js';
import {
  deleteScheduledMessage,
  findOfSender,
  insertScheduledMessage,
  type NewScheduledMessageRow,
  type ScheduledMessageRow,
  selectOfSender,
  stored,
  updateScheduledMessage,
  wasDelivered,
} from './scheduled-messages.repository.js';

const alreadySent = () => badRequest('Scheduled message was already sent');
const notInFuture = () => badRequest('Scheduled delivery time must be in the future.');

/** Edits that overtake each other this often are refused; a person cannot. */
const MAX_EDIT_ATTEMPTS = 10;

interface RequestedMessage {
  readonly type: MessageType;
  readonly to: readonly number[];
  readonly content: string;
  readonly topic: string | undefined;
  readonly deliverAtSeconds: number;
  readonly clientName: string;
}

/** What their owners do with messages that wait. Delivery: `DueMessages`. */
@Injectable()
export class ScheduledMessagesService {
  constructor(
    private readonly database: Database,
    private readonly messages: MessagesService,
    private readonly alarmClock: AlarmClock,
  ) {}

  async list(actor: Principal): Promise<ScheduledMessageList> {
    const rows = await selectOfSender(this.database, actor.userId);
    return { scheduledMessages: rows.map((row) => scheduledMessageOf(stored(row))) };
  }

  async create(actor: Principal, clientName: string, fields: NewScheduledMessage): Promise<ScheduledMessageSelection> {
    const { type, to, content, topic, scheduledDeliveryTimestamp } = fields;
    if (type === 'stream' && topic === undefined) throw badRequest('Missing topic');
    const message = await this.checked(actor, {
      type,
      to: recipientIds(type, to),
      content,
      topic,
      deliverAtSeconds: scheduledDeliveryTimestamp,
      clientName,
    });
    await this.requireRoom(actor.userId);
    const created = await this.database.transaction(async (tx) => {
      const row = await insertScheduledMessage(tx, message);
      if (!row) throw notInFuture();
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
      await deleteScheduledMessage(tx, scheduledMessageId);
      tx.record(actor.realmId, ScheduledMessageRemoved.of({ userId: actor.userId, scheduledMessageId }));
    });
    this.alarmClock.unset(scheduledMessageId);
  }

  /** A bound, not a count: requests at the same moment may pass it by a few. One row at most leaves the database. */
  private async requireRoom(senderId: number): Promise<void> {
    const [full] = await this.database.query(
      `SELECT 1 FROM scheduled_messages WHERE sender_id = $1 AND status <> 'delivered' OFFSET $2 LIMIT 1`,
      [senderId, MAX_SCHEDULED_MESSAGES_PER_USER - 1],
    );
    if (full) throw badRequest(`Too many scheduled messages (limit: ${MAX_SCHEDULED_MESSAGES_PER_USER})`);
  }

  /** Undefined when another edit came between reading and writing. A delivery that did makes it "already sent". */
  private async tryEdit(
    actor: Principal,
    clientName: string,
    changes: ScheduledMessageChanges,
  ): Promise<ScheduledMessageRow | undefined> {
    const { scheduledMessageId } = changes;
    const before = await findOfSender(this.database, actor.userId, scheduledMessageId);
    if (!before) throw await this.errorOfGone(this.database, actor, scheduledMessageId);
    const isNewTime = changes.scheduledDeliveryTimestamp !== undefined;
    if (before.status === 'failed' && !isNewTime) throw notInFuture();
    // Outside of the transaction: rendering may take its time, and the lock would hold up the delivery of others.
    const message = await this.checked(actor, { ...merged(before, changes), clientName });
    return this.database.transaction(async (tx) => {
      const locked = await findOfSender(tx, actor.userId, scheduledMessageId, { lock: true });
      if (!locked) throw await this.errorOfGone(tx, actor, scheduledMessageId);
      if (locked.revision !== before.revision) return undefined;
      const row = await updateScheduledMessage(tx, scheduledMessageId, message, isNewTime);
      if (!row) throw notInFuture();
      tx.record(actor.realmId, ScheduledMessageUpdated.of({ userId: actor.userId, scheduledMessage: stored(row) }));
      return row;
    });
  }

  private async errorOfGone(queryable: Queryable, actor: Principal, scheduledMessageId: number): Promise<ApiError> {
    const isSent = await wasDelivered(queryable, actor.userId, scheduledMessageId);
    return isSent ? alreadySent() : scheduledMessageDoesNotExist();
  }

  /** As if it were sent now: who may not send it may not schedule it. */
  private async checked(actor: Principal, requested: RequestedMessage): Promise<NewScheduledMessageRow> {
    const { type, to, content, topic, clientName, deliverAtSeconds } = requested;
    const prepared = await this.messages.prepare({
      sender: actor,
      type,
      to: type === 'stream' ? (to[0] as number) : to,
      content,
      topic,
      clientName,
    });
    const { recipient } = prepared;
    return {
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
  // Without a type, an id is meant for a stream message and a list for a direct one, whatever the message is now.
  if (to !== undefined) recipientIds(type ?? (Array.isArray(to) ? 'direct' : 'stream'), to);
}

function merged(before: ScheduledMessageRow, changes: ScheduledMessageChanges): Omit<RequestedMessage, 'clientName'> {
  const type = changes.type ?? before.type;
  return {
    type,
    to: changes.to === undefined ? before.to : recipientIds(type, changes.to),
    content: changes.content ?? before.content,
    topic: changes.topic ?? before.topic,
    deliverAtSeconds: changes.scheduledDeliveryTimestamp ?? before.deliverAtSeconds,
  };
}

/** The people written to, ascending, each once; oneself only when alone. */
function others(senderId: number, to: readonly number[]): number[] {
  const ids = [...new Set(to)].filter((id) => id !== senderId).sort((a, b) => a - b);
  return ids.length > 0 ? ids : [senderId];
}
