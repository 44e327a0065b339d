import {
  type Account,
  ApiError,
  type Principal,
  ScheduledMessageRemoved,
  ScheduledMessageUpdated,
} from '@chat/contracts';
import { LogReader } from '@chat/event-log';
import { Database } from '@chat/persistence';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { Notices, quoted } from '../messages/notices/notices.js';
import { PrepareMessage } from '../messages/send/prepare-message.js';
import type { PreparedMessage } from '../messages/send/prepared-message.js';
import { storeMessages } from '../messages/send/store-messages.js';
import { RealmProjections } from '../projections/realm-projections.js';
import {
  lockDue,
  markDelivered,
  markFailed,
  postpone,
  type ScheduledMessageRow,
  selectWaiting,
  stored,
} from './scheduled-messages.repository.js';

/** Messages delivered in one transaction. */
const MAX_BATCH = 100;
/** Tries of a message that fails for a reason of ours; then it is given up, about a quarter of an hour after its time. */
const MAX_ATTEMPTS = 10;

/** Milliseconds until the message is due; undefined when there was nothing left to wait for. */
type Early = number | undefined;

interface Waiting {
  readonly id: number;
  readonly resolve: (early: Early) => void;
}

type Checked =
  | { readonly row: ScheduledMessageRow; readonly prepared: PreparedMessage }
  | { readonly row: ScheduledMessageRow; readonly refusal: string }
  | { readonly row: ScheduledMessageRow; readonly error: unknown };

/**
 * Delivers messages whose time has come, each exactly once: message and mark are one commit, made behind the lock of the row, and
 * only if it still waits, is due by the database's clock, and is what was checked. So it does not matter who asks for a
 * delivery, how often, or when; an edit or deletion at the same time either wins whole or loses whole. Nor does it matter how late:
 * what was accepted is not given up for a service that was down.
 *
 * Deliveries that come together share a transaction, as sends do.
 */
@Injectable()
export class DueMessages {
  private readonly waiting: Waiting[] = [];
  private isRunning = false;

  constructor(
    private readonly database: Database,
    private readonly projections: RealmProjections,
    private readonly preparation: PrepareMessage,
    private readonly notices: Notices,
    private readonly reader: LogReader,
    private readonly resources: ServiceResources,
  ) {}

  /** Delivers the message if it is due. Never rejects: what fails is tried again by the sweep. */
  deliver(id: number): Promise<Early> {
    return new Promise((resolve) => {
      this.waiting.push({ id, resolve });
      if (!this.isRunning) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, MAX_BATCH);
      const early = await this.deliverBatch([...new Set(batch.map(({ id }) => id))]).catch((error: unknown) => {
        this.resources.logger.warn({ err: error }, 'Scheduled messages not delivered; the sweep tries again');
        return new Map<number, number>();
      });
      for (const { id, resolve } of batch) resolve(early.get(id));
    }
    this.isRunning = false;
  }

  /** Answers those that are not due yet. */
  private async deliverBatch(ids: readonly number[]): Promise<Map<number, number>> {
    const rows = await selectWaiting(this.database, ids);
    const due = rows
      .filter((row) => row.dueInMs <= 0)
      .sort((a, b) => a.deliverAtSeconds - b.deliverAtSeconds || a.id - b.id);
    for (const realmId of new Set(due.map((row) => row.realmId))) {
      await this.deliverRealm(
        realmId,
        due.filter((row) => row.realmId === realmId),
      );
    }
    return new Map(rows.filter((row) => row.dueInMs > 0).map((row) => [row.id, row.dueInMs]));
  }

  private async deliverRealm(realmId: number, rows: readonly ScheduledMessageRow[]): Promise<void> {
    // Who was deactivated before now, or lost a right, must count: nobody's request says as of when.
    await this.reader.waitUntilApplied(realmId, await this.reader.tail(realmId));
    const checked = await Promise.all(rows.map((row) => this.check(row)));
    const sendable = checked.filter((one) => 'prepared' in one);
    if (sendable.length > 0) await this.send(realmId, sendable);
    for (const one of checked) {
      if ('refusal' in one) await this.fail(one.row, one.refusal);
      else if ('error' in one) await this.tryLater(one.row, one.error);
    }
  }

  /** The same checks as when it was made, by what holds now. */
  private async check(row: ScheduledMessageRow): Promise<Checked> {
    try {
      const [users, realm] = await Promise.all([
        this.projections.users(row.realmId),
        this.projections.realm(row.realmId),
      ]);
      const sender = users.get(row.senderId);
      if (!sender?.isActive) return { row, refusal: 'Account is deactivated' };
      if (realm.isDeactivated) return { row, refusal: 'This organization has been deactivated' };
      const prepared = await this.preparation.prepare({
        sender: principalOf(sender, row.realmId),
        type: row.type,
        to: row.type === 'stream' ? (row.to[0] as number) : row.to,
        topic: row.topic,
        content: row.content,
        clientName: row.clientName,
      });
      // What somebody sends to themselves for later is there to remind them.
      const isReadBySender = prepared.isReadBySender && !isToSenderAlone(prepared);
      return { row, prepared: { ...prepared, isReadBySender, scheduledMessageId: row.id } };
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.status < 500;
      return isRefusal ? { row, refusal: error.message } : { row, error };
    }
  }

  private async send(
    realmId: number,
    checked: readonly { readonly row: ScheduledMessageRow; readonly prepared: PreparedMessage }[],
  ): Promise<void> {
    try {
      await this.database.transaction(async (tx) => {
        const revisions = await lockDue(
          tx,
          checked.map(({ row }) => row.id),
        );
        const ready = checked.filter(({ row }) => revisions.get(row.id) === row.revision);
        if (ready.length === 0) return;
        const sent = await storeMessages(
          tx,
          realmId,
          ready.map(({ prepared }) => prepared),
        );
        await markDelivered(
          tx,
          new Map(ready.map(({ row }, place) => [row.id, (sent[place] as { messageId: number }).messageId])),
        );
        for (const { row } of ready) {
          tx.record(realmId, ScheduledMessageRemoved.of({ userId: row.senderId, scheduledMessageId: row.id }));
        }
      });
    } catch (error) {
      // Nothing was committed. One that the database does not take must not hold up the others.
      if (checked.length === 1) await this.tryLater((checked[0] as { row: ScheduledMessageRow }).row, error);
      else for (const one of checked) await this.send(realmId, [one]);
    }
  }

  private async tryLater(row: ScheduledMessageRow, error: unknown): Promise<void> {
    this.resources.logger.warn({ scheduledMessageId: row.id, attempts: row.attempts, err: error }, 'Delivery failed');
    if (row.attempts + 1 >= MAX_ATTEMPTS) await this.fail(row, 'Internal server error');
    else await postpone(this.database, row.id, row.revision);
  }

  /** Keeps it with the reason, and tells its owner. */
  private async fail(row: ScheduledMessageRow, reason: string): Promise<void> {
    const realmState = await this.projections.state(row.realmId);
    const owner = realmState.users.get(row.senderId);
    await this.database.transaction(async (tx) => {
      if ((await lockDue(tx, [row.id])).get(row.id) !== row.revision) return;
      const failed = await markFailed(tx, row.id, reason);
      tx.record(row.realmId, ScheduledMessageUpdated.of({ userId: row.senderId, scheduledMessage: stored(failed) }));
      if (owner?.isActive) await this.notices.send(tx, realmState, [{ user: owner, content: notice(row, reason) }]);
    });
  }
}

const isToSenderAlone = ({ recipient }: PreparedMessage): boolean =>
  recipient.kind === 'direct' && recipient.participants.length === 1;

const notice = (row: ScheduledMessageRow, reason: string): string => {
  const time = new Date(row.deliverAtSeconds * 1000).toISOString().replace('.000Z', 'Z');
  return `The message you scheduled for <time:${time}> could not be sent:\n\n${quoted(reason)}\n\nIt is kept among your scheduled messages, where you can change or delete it.`;
};

const principalOf = (user: Account, realmId: number): Principal => ({
  realmId,
  userId: user.userId,
  role: user.role,
  isBot: user.isBot,
  botOwnerId: user.botOwnerId,
  email: user.email,
  fullName: user.fullName,
  joinedAtSeconds: user.joinedAtSeconds,
});
