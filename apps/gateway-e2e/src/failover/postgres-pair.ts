import {
  CuttableProxy,
  endWhole,
  eventually,
  startPostgresServer,
  startWhole,
  type TestPostgresServer,
} from '@chat/testing';
import { OtherData } from './other-data.js';

const SETTINGS = ['max_connections=300', 'wal_retrieve_retry_interval=200ms'];

/** A PostgreSQL and its physical standby. Services reach the primary by an address; the standby follows through another. */
export class PostgresPair {
  /** After a failover. */
  readonly otherData = new OtherData();
  private isUsed = false;

  private constructor(
    private primary: TestPostgresServer,
    private standby: TestPostgresServer,
    readonly address: CuttableProxy,
    private readonly replication: CuttableProxy,
  ) {}

  /** `like`: address of a running PostgreSQL, for its program. `tls`: folder with `certificate.pem` and `key.pem`. */
  static start(like: string, tls?: string): Promise<PostgresPair> {
    return startWhole(async (own) => {
      const primary = await own(startPostgresServer(SETTINGS, { like, ...(tls !== undefined && { tls }) }));
      const address = await own(CuttableProxy.start(primary.url));
      const replication = await own(CuttableProxy.start(primary.url));
      const standby = await own(startStandby(primary, replication, tls));
      return new PostgresPair(primary, standby, address, replication);
    });
  }

  /** Both servers, for services that choose the one that accepts writes. */
  get hostsUrl(): string {
    return this.primary.url.replace(/:(\d+)\//, `:$1,127.0.0.1:${this.standby.port}/`);
  }

  /** Resolves with an error that names a server which dies although no scenario ends it. */
  get death(): Promise<Error> {
    return Promise.race([this.primary.death, this.standby.death]);
  }

  /** From now on a commit waits for the standby. */
  async synchronize(): Promise<void> {
    await this.primary.set('synchronous_standby_names', 'ANY 1 (*)');
    await untilStandby(this.primary, `sync_state = 'quorum'`);
  }

  /** From now on a commit waits for no standby. */
  async desynchronize(): Promise<void> {
    await this.primary.set('synchronous_standby_names', '');
  }

  loseStandby(): void {
    this.standby.kill();
  }

  /** The dead standby follows the primary again. */
  async returnStandby(): Promise<void> {
    await this.standby.restart();
    await untilStandby(this.primary, `state = 'streaming'`);
  }

  /** The primary dies and starts again. */
  async restart(): Promise<void> {
    await this.primary.restart();
  }

  /** From now on the standby receives nothing. */
  holdReplication(): void {
    this.replication.holdReplies();
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): void {
    this.primary.kill(signal);
  }

  /** The primary refuses writes. Resolves when the standby has everything. */
  async refuseWrites(): Promise<void> {
    await this.primary.set('default_transaction_read_only', 'on');
    await eventually(async () => {
      const writers = await this.primary.query('SELECT 1 FROM pg_stat_activity WHERE backend_xid IS NOT NULL');
      return writers.length === 0;
    });
    await untilStandby(this.primary, 'replay_lsn >= pg_current_wal_lsn()');
  }

  /** The standby becomes the primary, and the address leads new connections to it. Connections to the other one stay. */
  async promote(): Promise<void> {
    this.isUsed = true;
    this.replication.cut();
    await this.standby.query('SELECT pg_promote()');
    this.otherData.beginBehind(this.address);
    this.address.target = new URL(this.standby.url);
    [this.primary, this.standby] = [this.standby, this.primary];
  }

  forgetOtherData(): void {
    this.otherData.forget(this.address);
  }

  /** Each transaction with an event fails for `ms` with the SQLSTATE of a full disk, which is not really full. */
  async refuseAsFull(ms: number): Promise<void> {
    const tables = await this.primary.query<{ schemaname: string }>(
      `SELECT schemaname FROM pg_tables WHERE tablename = 'outbox'`,
    );
    await this.primary.query(
      `CREATE FUNCTION public.refuse_as_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`,
    );
    for (const { schemaname } of tables) {
      await this.primary.query(
        `CREATE TRIGGER full_disk BEFORE INSERT ON ${schemaname}.outbox EXECUTE FUNCTION public.refuse_as_full()`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, ms));
    await this.primary.query('DROP FUNCTION public.refuse_as_full() CASCADE');
  }

  /** A standby follows the primary again. */
  async renew(): Promise<void> {
    if (!this.isUsed) return;
    await this.standby.stop();
    this.replication.releaseReplies();
    this.replication.target = new URL(this.primary.url);
    this.standby = await startStandby(this.primary, this.replication);
    this.isUsed = false;
  }

  async stop(): Promise<void> {
    await endWhole(this.address, this.replication, this.primary, this.standby);
  }
}

function startStandby(
  primary: TestPostgresServer,
  replication: CuttableProxy,
  tls?: string,
): Promise<TestPostgresServer> {
  const settings = [...SETTINGS, `primary_conninfo=host=127.0.0.1 port=${replication.port} user=postgres`];
  const options = { standbyOf: primary, like: primary.url, ...(tls !== undefined && { tls }) };
  return startWhole(async (own) => {
    const standby = await own(startPostgresServer(settings, options));
    await untilStandby(primary, `state = 'streaming'`);
    return standby;
  });
}

function untilStandby(primary: TestPostgresServer, condition: string): Promise<unknown> {
  const query = `SELECT 1 FROM pg_stat_replication WHERE ${condition}`;
  return eventually(async () => (await primary.query(query)).length > 0, { withinMs: 20_000, what: condition });
}
