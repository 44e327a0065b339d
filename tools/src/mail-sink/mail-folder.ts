import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Mail, readMail, withRecipients } from './mail.js';

/** The oldest mails beyond this are deleted. */
const MAX_MAILS = 200;

const FILE = /^(\d{13})\.eml$/;
const PARTIAL_FILE = /^\d{13}\.eml\.tmp$/;

/**
 * The last mails, in memory and as `<id>.eml` in a folder that only its owner can read: links in mails are secrets.
 * Files of other names are left alone.
 */
export class MailFolder {
  /** Oldest first. */
  private readonly mails: Mail[] = [];
  private lastId = 0;

  private constructor(
    private readonly folder: string,
    private readonly maxMails: number,
  ) {}

  /** Opens the folder with the mails of earlier starts; makes it if there is none. */
  static async open(folder: string, maxMails = MAX_MAILS): Promise<MailFolder> {
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const opened = new MailFolder(folder, maxMails);
    await opened.load();
    return opened;
  }

  /** Keeps a mail. When this resolves it is in its file, and shown. */
  async add(raw: Buffer, recipients: readonly string[]): Promise<void> {
    const kept = withRecipients(raw, recipients);
    this.lastId = Math.max(Date.now(), this.lastId + 1);
    const mail = await readMail(this.lastId, kept);
    const path = this.pathOf(mail.id);
    writeFileSync(`${path}.tmp`, kept, { mode: 0o600 });
    renameSync(`${path}.tmp`, path);
    this.insert(mail);
  }

  /** The mails, the newest first. */
  list(): Mail[] {
    return this.mails.toReversed();
  }

  private async load(): Promise<void> {
    const names = readdirSync(this.folder);
    for (const name of names.filter((name) => PARTIAL_FILE.test(name))) rmSync(join(this.folder, name));
    const ids = names.flatMap((name) => FILE.exec(name)?.[1] ?? []).map(Number);
    for (const id of ids.sort((a, b) => a - b)) this.insert(await readMail(id, readFileSync(this.pathOf(id))));
    this.lastId = ids.at(-1) ?? 0;
  }

  private insert(mail: Mail): void {
    // One that took longer to read may come after its successor.
    const after = this.mails.findLastIndex(({ id }) => id < mail.id);
    this.mails.splice(after + 1, 0, mail);
    for (const { id } of this.mails.splice(0, this.mails.length - this.maxMails)) {
      rmSync(this.pathOf(id), { force: true });
    }
  }

  private pathOf(id: number): string {
    return join(this.folder, `${id}.eml`);
  }
}
