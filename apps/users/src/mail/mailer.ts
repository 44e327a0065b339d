import type { Database, Transaction } from '@chat/persistence';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { Raw } from 'typeorm';
import { OutgoingMailEntity } from './outgoing-mail.entity.js';

/** What people are told by mail; plain text. */
export interface Mail {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly body: string;
}

export interface MailerOptions {
  /** `smtp://user:password@host:port`; empty: mail waits until there is one. */
  readonly smtpUrl: string;
  readonly logger: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
}

const LOOK_EVERY_MS = 2_000;
/** Without a mail server there is nothing to do but to delete what is old. */
const LOOK_WITHOUT_SERVER_EVERY_MS = 600_000;
const SMTP_TIMEOUT_MS = 10_000;
const MAX_MAILS_AT_ONCE = 20;
/** A mail that could not be sent is tried again after 5, 10, 20 … seconds, at most this. */
const MAX_PAUSE_SECONDS = 600;
/** What is older is of no use to anybody: the links in it have expired. */
const RETENTION_HOURS = 24;

/**
 * Sends mail. Guarantee: a mail that was written down in a transaction that committed is sent, at least once, within a day;
 * by any replica. Its text is deleted when the mail server took it, and is never logged.
 */
export class Mailer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly transporter: Transporter | undefined;
  private running: Promise<void> | undefined;
  private isClosing = false;
  private wake: (() => void) | undefined;

  constructor(
    private readonly database: Database,
    private readonly options: MailerOptions,
  ) {
    const { smtpUrl } = options;
    if (smtpUrl === '') return;
    this.transporter = createTransport(smtpUrl, {
      connectionTimeout: SMTP_TIMEOUT_MS,
      greetingTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_TIMEOUT_MS,
    } as object);
  }

  /** Writes a mail down; it leaves after the commit. */
  async write(tx: Transaction, { to, from, subject, body }: Mail): Promise<void> {
    await tx.getRepository(OutgoingMailEntity).insert({ recipient: to, sender: from, subject, body });
  }

  /** There is something to send: do not wait for the next look. */
  hurry(): void {
    this.wake?.();
  }

  onApplicationBootstrap(): void {
    if (this.transporter === undefined) this.options.logger.info({}, 'SMTP_URL is not set: mail is kept, not sent');
    this.running = this.run();
  }

  async onModuleDestroy(): Promise<void> {
    this.isClosing = true;
    this.wake?.();
    await this.running;
    this.transporter?.close();
  }

  private async run(): Promise<void> {
    while (!this.isClosing) {
      try {
        await this.deleteOld();
        while (!this.isClosing && (await this.sendSome()) === MAX_MAILS_AT_ONCE);
      } catch (error) {
        this.options.logger.warn({ err: error }, 'Mail could not be looked for; tried again shortly');
      }
      if (!this.isClosing) await this.pause();
    }
  }

  /** Sent or not. One statement without a transaction, since it has no events. */
  private async deleteOld(): Promise<void> {
    await this.database.query('DELETE FROM outgoing_mail WHERE created_at < now() - make_interval(hours => $1)', [
      RETENTION_HOURS,
    ]);
  }

  /** Sends what is due; each mail is locked meanwhile, so that no two replicas send it. Returns how many were due. */
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
    try {
      await transporter.sendMail({
        from: mail.sender,
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        text: mail.body,
        // Out-of-office robots keep quiet.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      await tx.getRepository(OutgoingMailEntity).delete({ id: mail.id });
    } catch (error) {
      const cause = error instanceof Error ? error.message.replaceAll(mail.recipient, '…') : 'unknown';
      this.options.logger.warn({ mail: mail.id, attempts: mail.attempts + 1, cause }, 'Mail could not be sent');
      const seconds = Math.min(MAX_PAUSE_SECONDS, 5 * 2 ** mail.attempts);
      const nextAttemptAt = () => `now() + make_interval(secs => ${seconds})`;
      const mails = tx.getRepository(OutgoingMailEntity);
      await mails.update({ id: mail.id }, { attempts: mail.attempts + 1, nextAttemptAt });
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
