import { ApiError, ScheduledMessageRemoved, ScheduledMessageUpdated } from '@chat/contracts';
import { LogReader } from '@chat/event-log';
import { Database } from '@chat/persistence';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { replaceHolds } from '../file-claims/change-holds.js';
import { Notices, quoted } from '../messages/notices/notices.js';
import { PrepareMessage } from '../messages/send/prepare-message.js';
import type { PreparedMessage } from '../messages/send/prepared-message.js';
import { storeMessages } from '../messages/send/store-messages.js';
import { principalOf } from '../projections/principal-of.js';
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

const MAX_BATCH = 100;
/** Attempts after errors of the server. The last one is about a quarter of an hour after the due time. */
const MAX_ATTEMPTS = 10;

interface Sendable {
  readonly row: ScheduledMessageRow;
  readonly prepared: PreparedMessage;
}

/** A message that may be sent, that the rules reject, or that the server could not check. */
type Checked =
  | Sendable
  | { readonly row: ScheduledMessageRow; readonly rejection: string }
  | { readonly row: ScheduledMessageRow; readonly error: unknown };

/**
 * Delivers each due message exactly once. One transaction stores the message and marks its row. It locks the row and requires that the
 * message still waits, is due by the clock of the database, and has the revision that was checked. So callers may ask early, late
 * or several times, and a simultaneous edit or deletion wins or loses as a whole. A late message is sent, however late it is.
 *
 * Simultaneous deliveries share a transaction, as sends do.
 */
@Injectable()
export class DueMessages {
  private readonly waiting: { readonly id: number; readonly resolve: (dueInMs: number | undefined) => void }[] = [];
  private isRunning = false;

  constructor(
    private readonly database: Database,
    private readonly projections: RealmProjections,
    private readonly preparation: PrepareMessage,
    private readonly notices: Notices,
    private readonly reader: LogReader,
    private readonly resources: ServiceResources,
  ) {}

  /**
   * Delivers the message if it is due. Returns the milliseconds until it is due, or undefined if no delivery is left to wait for. Never
   * rejects: the sweep repeats a failed delivery.
   */
  deliver(id: number): Promise<number | undefined> {
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

  /** Returns the messages that are not due yet. */
  private async deliverBatch(ids: readonly number[]): Promise<Map<number, number>> {
    const rows = await selectWaiting(this.database, ids);
    const due = rows
      .filter((row) => row.dueInMs <= 0)
      .sort((a, b) => a.deliverAtSeconds - b.deliverAtSeconds || a.id - b.id);
    for (const realmId of new Set(due.map((row) => row.realmId))) {
      const ofRealm = due.filter((row) => row.realmId === realmId);
      await this.deliverRealm(realmId, ofRealm);
    }
    return new Map(rows.filter((row) => row.dueInMs > 0).map((row) => [row.id, row.dueInMs]));
  }

  private async deliverRealm(realmId: number, rows: readonly ScheduledMessageRow[]): Promise<void> {
    // A delivery has no request with a log position to wait for. Every earlier deactivation and lost right counts.
    await this.reader.waitUntilLatest(realmId);
    const checked = await Promise.all(rows.map((row) => this.check(row)));
    const sendable = checked.filter((one) => 'prepared' in one);
    if (sendable.length > 0) await this.send(realmId, sendable);
    for (const one of checked) {
      if ('rejection' in one) await this.fail(one.row, one.rejection);
      else if ('error' in one) await this.tryLater(one.row, one.error);
    }
  }

  /** Repeats the checks of the creation with the current data. */
  private async check(row: ScheduledMessageRow): Promise<Checked> {
    try {
      const [users, realm] = await Promise.all([
        this.projections.users(row.realmId),
        this.projections.realm(row.realmId),
      ]);
      const sender = users.get(row.senderId);
      if (!sender?.isActive) return { row, rejection: 'Account is deactivated' };
      if (realm.isDeactivated) return { row, rejection: 'This organization has been deactivated' };
      const prepared = await this.preparation.prepare({
        sender: principalOf(sender, row.realmId),
        type: row.type,
        to: row.type === 'stream' ? (row.to[0] as number) : row.to,
        topic: row.topic,
        content: row.content,
        clientName: row.clientName,
      });
      // A scheduled message to oneself is a reminder, so it arrives unread.
      const isReadBySender = prepared.isReadBySender && !isToSenderAlone(prepared);
      return { row, prepared: { ...prepared, isReadBySender, scheduledMessageId: row.id } };
    } catch (error) {
      const isRejection = error instanceof ApiError && error.status < 500;
      return isRejection ? { row, rejection: error.message } : { row, error };
    }
  }

  private async send(realmId: number, checked: readonly Sendable[]): Promise<void> {
    try {
      await this.database.transaction(async (tx) => {
        const ids = checked.map(({ row }) => row.id);
        const revisions = await lockDue(tx, ids);
        const ready = checked.filter(({ row }) => revisions.get(row.id) === row.revision);
        if (ready.length === 0) return;
        const prepared = ready.map((one) => one.prepared);
        const sent = await storeMessages(tx, realmId, prepared);
        const messageIds = sent.map(({ messageId }, place) => [(ready[place] as Sendable).row.id, messageId] as const);
        await markDelivered(tx, new Map(messageIds));
        const delivered = ready.map(({ row }) => ({ holderId: row.id, files: [] }));
        await replaceHolds(tx, realmId, 'scheduled_message', delivered);
        for (const { row } of ready) {
          tx.record(realmId, ScheduledMessageRemoved.of({ userId: row.senderId, scheduledMessageId: row.id }));
        }
      });
    } catch (error) {
      // Nothing is committed. A message that the database rejects must not delay the others.
      if (checked.length === 1) await this.tryLater((checked[0] as Sendable).row, error);
      else for (const one of checked) await this.send(realmId, [one]);
    }
  }

  private async tryLater(row: ScheduledMessageRow, error: unknown): Promise<void> {
    this.resources.logger.warn(
      { scheduledMessageId: row.id, attempts: row.attempts, err: error },
      'Scheduled message not delivered; tried again later',
    );
    if (row.attempts + 1 >= MAX_ATTEMPTS) await this.fail(row, 'Internal server error');
    else await postpone(this.database, row.id, row.revision);
  }

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
