import { setting } from '@chat/configuration';
import type { RealmRecord } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { ServiceResources } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { Gauge } from 'prom-client';
import { Raw } from 'typeorm';
import { OutgoingMailEntity } from './outgoing-mail.entity.js';

/** A plain text mail. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}

const LOOK_EVERY_MS = 2_000;
/** Without a mail server the mailer only deletes old mail. */
const LOOK_WITHOUT_SERVER_EVERY_MS = 600_000;
const SMTP_TIMEOUT_MS = 10_000;
const MAX_MAILS_AT_ONCE = 20;
/** Failed mails are sent again after 5, 10, 20 … seconds, at most this. */
const MAX_PAUSE_SECONDS = 600;
/** Links in older mails have expired. */
const RETENTION_HOURS = 24;

/** Raw SQL: four parameters for any number of mails. Many sign-ins run it. */
const INSERT = `INSERT INTO outgoing_mail (recipient, sender, subject, body)
  SELECT recipient, $1, subject, body FROM unnest($2::text[], $3::text[], $4::text[]) AS mail (recipient, subject, body)`;

const waiting = new Gauge({ name: 'chat_mails', help: 'Mails that wait to be sent.' });
const oldest = new Gauge({ name: 'chat_mail_oldest_seconds', help: 'Age of the oldest mail that waits to be sent.' });

/**
 * Sends mail. A mail of a committed transaction is sent at least once within a day, by any replica. If a replica dies before it
 * notes that the mail server has accepted a mail, the repetition has the same Message-ID, by which mailboxes drop it. The text is
 * deleted when the mail server has accepted it, and is never logged.
 */
@Injectable()
export class Mailer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly transporter: Transporter | undefined;
  private readonly logger: ServiceResources['logger'];
  private running: Promise<void> | undefined;
  private isClosing = false;
  private wake: (() => void) | undefined;

  constructor(
    private readonly database: Database,
    { logger, health }: ServiceResources,
  ) {
    this.logger = logger;
    health.addMeasurement('mail', () => this.measure());
    const smtpUrl = setting('SMTP_URL');
    if (smtpUrl === '') return;
    this.transporter = createTransport(smtpUrl, {
      connectionTimeout: SMTP_TIMEOUT_MS,
      greetingTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_TIMEOUT_MS,
    } as object);
  }

  /** Stores mails, to be sent after the commit. Their sender is MAIL_FROM, or a mailbox of the realm that does not exist. */
  async write(tx: Transaction, realm: Pick<RealmRecord, 'botDomain'>, ...mails: readonly Mail[]): Promise<void> {
    const sender = setting('MAIL_FROM') || `noreply@${realm.botDomain}`;
    const columns = [mails.map(({ to }) => to), mails.map(({ subject }) => subject), mails.map(({ body }) => body)];
    await tx.queryPrepared(INSERT, [sender, ...columns]);
  }

  /** Sends stored mail now instead of at the next look. */
  hurry(): void {
    this.wake?.();
  }

  onApplicationBootstrap(): void {
    if (this.transporter === undefined) this.logger.info({}, 'SMTP_URL is not set: mail is stored, not sent');
    this.running = this.run();
  }

  async onModuleDestroy(): Promise<void> {
    this.isClosing = true;
    this.wake?.();
    await this.running;
    this.transporter?.close();
  }

  /** PostgreSQL counts, so that no mail leaves the database. */
  private async measure(): Promise<void> {
    const [row] = await this.database.query<{ mails: number; seconds: number }>(
      `SELECT count(*)::integer AS mails,
         greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0))::float8 AS seconds
       FROM outgoing_mail`,
    );
    waiting.set(row?.mails ?? 0);
    oldest.set(row?.seconds ?? 0);
  }

  private async run(): Promise<void> {
    while (!this.isClosing) {
      try {
        await this.deleteOld();
        while (!this.isClosing && (await this.sendSome()) === MAX_MAILS_AT_ONCE);
      } catch (error) {
        this.logger.warn({ err: error }, 'Search for stored mail failed; next attempt in seconds');
      }
      if (!this.isClosing) await this.pause();
    }
  }

  /** Deletes sent and unsent mail. One statement without a transaction, since it has no events. */
  private async deleteOld(): Promise<void> {
    await this.database.query('DELETE FROM outgoing_mail WHERE created_at < now() - make_interval(hours => $1)', [
      RETENTION_HOURS,
    ]);
  }

  /** Sends due mails and returns their number. Locks them, so that no other replica sends them. */
  private async sendSome(): Promise<number> {
    const { transporter } = this;
    if (transporter === undefined) return 0;
    return this.database.transaction(async (tx) => {
      const due = await tx.getRepository(OutgoingMailEntity).find({
        where: { nextAttemptAt: Raw((column) => `${column} <= now()`) },
        order: { nextAttemptAt: 'ASC' },
        take: MAX_MAILS_AT_ONCE,
        lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
      });
      await Promise.all(due.map((mail) => this.send(tx, transporter, mail)));
      return due.length;
    });
  }

  private async send(tx: Transaction, transporter: Transporter, mail: OutgoingMailEntity): Promise<void> {
    const mails = tx.getRepository(OutgoingMailEntity);
    try {
      await transporter.sendMail({
        from: mail.sender,
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        text: mail.body,
        messageId: messageIdOf(mail),
        // Prevents automatic replies.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      await mails.delete({ id: mail.id });
    } catch (error) {
      const attempts = mail.attempts + 1;
      const cause = error instanceof Error ? error.message.replaceAll(mail.recipient, '…') : 'unknown';
      this.logger.warn({ mail: mail.id, attempts, cause }, 'Mail server did not accept a mail; it is sent again later');
      const seconds = Math.min(MAX_PAUSE_SECONDS, 5 * 2 ** mail.attempts);
      const nextAttemptAt = () => `now() + make_interval(secs => ${seconds})`;
      await mails.update({ id: mail.id }, { attempts, nextAttemptAt });
    }
  }

  private async pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.transporter ? LOOK_EVERY_MS : LOOK_WITHOUT_SERVER_EVERY_MS);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = undefined;
  }
}

/** The same for each attempt. The time prevents that an id that PostgreSQL gives again after a restore is taken for a repetition. */
const messageIdOf = ({ id, createdAt, sender }: OutgoingMailEntity): string =>
  `<${id}.${createdAt.getTime()}@${/@([\w.-]+)/.exec(sender)?.[1] ?? 'localhost'}>`;
