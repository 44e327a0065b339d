import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@chat/testing';
import { makeTemporaryFolder, type RunningPostgres, startPostgres } from '@chat/tools';
import { Client } from 'pg';

const STOP_GRACE_MS = 10_000;
const READY_WITHIN_MS = 30_000;

/** A PostgreSQL that archives its log into a folder and can return to a moment, with the settings of docs/guides/back-up.md. */
export class ArchivedPostgres {
  private constructor(
    private readonly server: RunningPostgres,
    private readonly folder: string,
  ) {}

  static async start(): Promise<ArchivedPostgres> {
    const folder = makeTemporaryFolder('chat-archived-');
    const archive = join(folder, 'archive');
    const settings = [
      'wal_level=replica',
      'archive_mode=on',
      `archive_command=A=${archive}/%f; cmp -s %p $A || { test ! -e $A && cp %p $A.part && sync $A.part && mv $A.part $A; }`,
    ];
    const server = await startPostgres({ folder: join(folder, 'postgres'), settings });
    mkdirSync(archive);
    const postgres = new ArchivedPostgres(server, folder);
    postgres.giveToServer(archive);
    return postgres;
  }

  /** For the role of the services. It stays the same after a restore. */
  get url(): string {
    return this.server.url;
  }

  /** The clock of the server: later commits are later than this moment. */
  async now(): Promise<string> {
    const [row] = await this.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
    return (row as { now: string }).now;
  }

  /** Makes a base backup as `pg_basebackup` does, which the packages of the tests lack. The log is only in the archive. */
  async backUp(): Promise<void> {
    const { base } = this;
    await this.connected(async (client) => {
      await client.query("SELECT pg_backup_start('base', true)");
      execFileSync('cp', ['-a', this.data, base]);
      const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
      this.write(join(base, 'backup_label'), rows[0]?.labelfile ?? '');
    });
    for (const name of ['postmaster.pid', 'postmaster.opts', 'pg_wal']) {
      rmSync(join(base, name), { recursive: true, force: true });
    }
    mkdirSync(join(base, 'pg_wal'), { mode: 0o700 });
    this.giveToServer(join(base, 'pg_wal'));
  }

  /** Replaces the data by the base backup and the archived log up to the moment. Resolves when the server accepts writes. */
  async restoreTo(moment: string): Promise<void> {
    const { process } = this.server;
    await process.stop(STOP_GRACE_MS);
    rmSync(this.data, { recursive: true });
    execFileSync('cp', ['-a', this.base, this.data]);
    this.write(join(this.data, 'recovery.signal'), '');
    const settings = [
      `restore_command = 'cp ${join(this.folder, 'archive')}/%f %p'`,
      `recovery_target_time = '${moment}'`,
      "recovery_target_action = 'promote'",
    ];
    appendFileSync(join(this.data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
    process.start();
    await process.waitReady(READY_WITHIN_MS);
    await eventually(async () => {
      const [row] = await this.query<{ recovering: boolean }>('SELECT pg_is_in_recovery() AS recovering');
      return row?.recovering === false;
    });
  }

  /** Completes the present segment of the log, which PostgreSQL then archives. */
  async completeSegment(): Promise<void> {
    await this.query('SELECT pg_switch_wal()');
  }

  async stop(): Promise<void> {
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get data(): string {
    return join(this.folder, 'postgres', 'data');
  }

  private get base(): string {
    return join(this.folder, 'base');
  }

  private query<Row extends object>(sql: string): Promise<Row[]> {
    return this.connected(async (client) => (await client.query<Row>(sql)).rows);
  }

  private async connected<Result>(use: (client: Client) => Promise<Result>): Promise<Result> {
    const client = new Client({ connectionString: this.server.adminUrl });
    await client.connect();
    try {
      return await use(client);
    } finally {
      await client.end();
    }
  }

  private write(path: string, content: string): void {
    writeFileSync(path, content);
    this.giveToServer(path);
  }

  /** The server has an account of its own if the tests run as root. */
  private giveToServer(path: string): void {
    const { uid, gid } = statSync(this.data);
    chownSync(path, uid, gid);
  }
}
