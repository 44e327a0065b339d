import {
  type ApiError,
  badRequest,
  type CreateScheduledMessage,
  type DeleteScheduledMessage,
  type EditScheduledMessage,
  MAX_SCHEDULED_MESSAGES_PER_USER,
  type Principal,
  type ScheduledMessage,
  ScheduledMessageRemoved,
  ScheduledMessagesAdded,
  type ScheduledMessageType,
  ScheduledMessageUpdated,
  scheduledMessageDoesNotExist,
} from '@chat/contracts';
import { Database, type Queryable } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { PrepareRequestedMessage } from '../messages/send/prepare-requested-message.js';
import { AlarmClock } from './alarm-clock.js';
import {
  deleteScheduledMessage,
  findOfSender,
  insertScheduledMessage,
  type NewScheduledMessage,
  type ScheduledMessageRow,
  selectOfSender,
  shown,
  updateScheduledMessage,
  wasDelivered,
} from './scheduled-messages.repository.js';

const alreadySent = () => badRequest('Scheduled message was already sent');
const notInFuture = () => badRequest('Scheduled delivery time must be in the future.');

/** Edits that overtake each other this often are refused; a person cannot. */
const MAX_EDIT_ATTEMPTS = 10;

interface Wish {
  readonly type: ScheduledMessageType;
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
    private readonly preparation: PrepareRequestedMessage,
    private readonly alarmClock: AlarmClock,
  ) {}

  async get(actor: Principal): Promise<ScheduledMessage[]> {
    return (await selectOfSender(this.database, actor.userId)).map(shown);
  }

  async create({ actor, ...wish }: CreateScheduledMessage): Promise<number> {
    const message = await this.checked(actor, { ...wish, topic: wish.topic });
    await this.requireRoom(actor.userId);
    const stored = await this.database.transaction(async (tx) => {
      const row = await insertScheduledMessage(tx, message);
      if (!row) throw notInFuture();
      tx.record(actor.realmId, ScheduledMessagesAdded.of({ userId: actor.userId, scheduledMessages: [shown(row)] }));
      return row;
    });
    this.alarmClock.set(stored.id, stored.dueInMs);
    return stored.id;
  }

  async edit(request: EditScheduledMessage): Promise<void> {
    for (let attempt = 1; attempt <= MAX_EDIT_ATTEMPTS; attempt++) {
      const updated = await this.tryEdit(request);
      if (!updated) continue;
      this.alarmClock.set(updated.id, updated.dueInMs);
      return;
    }
    throw badRequest('The scheduled message is being changed by somebody else; try again.');
  }

  async delete({ actor, scheduledMessageId }: DeleteScheduledMessage): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (!(await findOfSender(tx, actor.userId, scheduledMessageId, { lock: true })))
        throw scheduledMessageDoesNotExist();
      await deleteScheduledMessage(tx, scheduledMessageId);
      tx.record(actor.realmId, ScheduledMessageRemoved.of({ userId: actor.userId, scheduledMessageId }));
    });
    this.alarmClock.unset(scheduledMessageId);
  }

  /** A bound, not a count: requests at the same moment may pass it by a few. */
  private async requireRoom(senderId: number): Promise<void> {
    const [full] = await this.database.query(
      `SELECT 1 FROM scheduled_messages WHERE sender_id = $1 AND status <> 'delivered' OFFSET $2 LIMIT 1`,
      [senderId, MAX_SCHEDULED_MESSAGES_PER_USER - 1],
    );
    if (full) throw badRequest(`Too many scheduled messages (limit: ${MAX_SCHEDULED_MESSAGES_PER_USER})`);
  }

  /** Undefined when another edit came between reading and writing. A delivery that did makes it "already sent". */
  private async tryEdit(request: EditScheduledMessage): Promise<ScheduledMessageRow | undefined> {
    const { actor, scheduledMessageId } = request;
    const before = await findOfSender(this.database, actor.userId, scheduledMessageId);
    if (!before) throw await this.refusalOfGone(this.database, request);
    const isNewTime = request.deliverAtSeconds !== undefined;
    if (before.status === 'failed' && !isNewTime) throw notInFuture();
    // Outside of the transaction: rendering may take its time, and the lock would hold up the delivery of others.
    const message = await this.checked(actor, merged(before, request));
    return this.database.transaction(async (tx) => {
      const locked = await findOfSender(tx, actor.userId, scheduledMessageId, { lock: true });
      if (!locked) throw await this.refusalOfGone(tx, request);
      if (locked.revision !== before.revision) return undefined;
      const row = await updateScheduledMessage(tx, scheduledMessageId, message, isNewTime);
      if (!row) throw notInFuture();
      tx.record(actor.realmId, ScheduledMessageUpdated.of({ userId: actor.userId, scheduledMessage: shown(row) }));
      return row;
    });
  }

  private async refusalOfGone(
    queryable: Queryable,
    { actor, scheduledMessageId }: EditScheduledMessage,
  ): Promise<ApiError> {
    const isSent = await wasDelivered(queryable, actor.userId, scheduledMessageId);
    return isSent ? alreadySent() : scheduledMessageDoesNotExist();
  }

  /** As if it were sent now: who may not send it may not schedule it. */
  private async checked(actor: Principal, wish: Wish): Promise<NewScheduledMessage> {
    const { type, to, content, topic, clientName, deliverAtSeconds } = wish;
    const prepared = await this.preparation.prepare({
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

function merged(before: ScheduledMessageRow, request: EditScheduledMessage): Wish {
  const type = request.type ?? before.type;
  if (request.toIsStream !== undefined && request.toIsStream !== (type === 'stream')) {
    throw badRequest(type === 'stream' ? 'Invalid data type for stream ID' : 'Invalid data type for recipients');
  }
  return {
    type,
    to: request.to ?? before.to,
    content: request.content ?? before.content,
    topic: request.topic ?? before.topic,
    deliverAtSeconds: request.deliverAtSeconds ?? before.deliverAtSeconds,
    clientName: request.clientName,
  };
}

/** The people written to, ascending, each once; oneself only when alone. */
function others(senderId: number, to: readonly number[]): number[] {
  const ids = [...new Set(to)].filter((id) => id !== senderId).sort((a, b) => a - b);
  return ids.length > 0 ? ids : [senderId];
}
