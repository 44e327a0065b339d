import { RedisTransportClient } from '@chat/redis-rpc';
import { makeTemporaryFolder, type System, startSystem } from '@chat/tools';
import pg from 'pg';
import { closedLoop, sleep } from '../load/closed-loop.js';
import { CROWD, Organization, type OrganizationPlan } from '../population/organization.js';
import { CpuMeter, type CpuUse, profilerEnvironment } from './processes.js';

/**
 * Messages per replica until the just-in-time compiler has finished: the first ones cost gateway and messaging twice as much.
 */
const WARM_UP_MESSAGES = 30_000;
const WARM_UP_SPELL_MS = 2_000;
const WARM_UP_SENDERS = 16;
/** Limit per replica; a slow machine then measures code that is less warm. */
const MAX_WARM_UP_MS = 20_000;
/** Less than this share of a core is no work. */
const IDLE_SHARE_OF_CORE = 0.15;
const SETTLE_PROBE_MS = 500;
const FORGETTING_PROBE_MS = 2_000;
const MAX_FORGETTING_MS = 180_000;
const COUNT_EVENTS = `SELECT (SELECT count(*) FROM messaging.outbox)::integer + (SELECT count(*) FROM users.outbox)::integer
  + (SELECT count(*) FROM realm_settings.outbox)::integer AS events`;
const MAX_SETTLE_MS = 60_000;

export interface StageOptions {
  /** Root of the repository. */
  readonly root: string;
  readonly scale?: Record<string, number>;
  /** A module that each service imports first. */
  readonly preload?: URL;
  /** Instead of a private PostgreSQL. */
  readonly databaseUrl?: string;
  /** Further environment of the services. */
  readonly env?: Readonly<Record<string, string>>;
  readonly onProgress: (text: string) => void;
}

/** A running system with the organizations of the figures. Durable, with every default except the rate limits and the settings of a figure. */
export class Stage {
  private readonly organizations = new Map<string, Promise<Organization>>();

  private constructor(
    readonly system: System,
    readonly operator: RedisTransportClient,
    private readonly onProgress: (text: string) => void,
  ) {}

  static async open({ root, scale, preload, databaseUrl, env, onProgress }: StageOptions): Promise<Stage> {
    const system = await startSystem({
      root,
      folder: makeTemporaryFolder('chat-bench-'),
      isDurable: true,
      ...(scale && { scale }),
      ...(databaseUrl && { databaseUrl }),
      env: {
        RATE_LIMIT_API_BY_USER: '0',
        RATE_LIMIT_API_BY_IP: '0',
        RATE_LIMIT_PICTURES_BY_IP: '0',
        ...env,
        ...profilerEnvironment(),
        ...(preload && { NODE_OPTIONS: `--import=${preload.href}` }),
      },
    });
    const operator = new RedisTransportClient(system.redisUrl, { name: 'bench' });
    await operator.connect();
    return new Stage(system, operator, onProgress);
  }

  get port(): number {
    return Number(new URL(this.system.baseUrl).port);
  }

  /** The organization of this plan, created at its first use. */
  organization(plan: OrganizationPlan): Promise<Organization> {
    let organization = this.organizations.get(plan.name);
    if (!organization) {
      this.onProgress(`making ${plan.users} users, in ${Object.keys(plan.streams).length} streams`);
      organization = Organization.create(this.operator, this.port, plan).then(async (made) => {
        await this.vacuum();
        await this.becomeIdle();
        return made;
      });
      this.organizations.set(plan.name, organization);
    }
    return organization;
  }

  /** The crowd, once the code that serves it is warm. */
  async warmCrowd(): Promise<Organization> {
    const isFirst = !this.organizations.has(CROWD.name);
    const crowd = await this.organization(CROWD);
    if (isFirst) await warmUp(crowd, 'ten', this.port);
    return crowd;
  }

  /** Waits until the effects of earlier requests are done, such as thousands of new users in every projection. */
  async becomeIdle(): Promise<void> {
    const giveUpAt = performance.now() + MAX_SETTLE_MS;
    for (;;) {
      const { stackMs, wallMs } = await this.cpuDuring(() => sleep(SETTLE_PROBE_MS));
      if (stackMs / wallMs < IDLE_SHARE_OF_CORE || performance.now() > giveUpAt) return;
    }
  }

  /**
   * Vacuums now; autovacuum would run in the middle of a measurement. Plans are made for the tables as they are now, so a figure that
   * begins with messages vacuums again after them.
   */
  vacuum(): Promise<unknown> {
    return this.inDatabase((client) => client.query('VACUUM (ANALYZE)'));
  }

  /** Waits until the services have deleted the events of earlier requests, two minutes later. */
  async forgetWhatHappened(): Promise<void> {
    const giveUpAt = performance.now() + MAX_FORGETTING_MS;
    await this.inDatabase(async (client) => {
      for (;;) {
        const { rows } = await client.query<{ events: number }>(COUNT_EVENTS);
        if (rows[0]?.events === 0 || performance.now() > giveUpAt) return;
        await sleep(FORGETTING_PROBE_MS);
      }
    });
  }

  /** Mails that the mail server has not taken yet. */
  waitingMails(): Promise<number> {
    return this.inDatabase(async (client) => {
      const { rows } = await client.query<{ mails: number }>(
        'SELECT count(*)::integer AS mails FROM users.outgoing_mail',
      );
      return rows[0]?.mails ?? 0;
    });
  }

  private async inDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = new pg.Client({ connectionString: this.system.databaseUrl });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** CPU of all processes while `work` runs. */
  async cpuDuring(work: () => Promise<void>): Promise<CpuUse> {
    const meter = new CpuMeter(this.system, false);
    meter.begin();
    await work();
    return meter.end();
  }

  async close(): Promise<void> {
    await this.operator.close();
    await this.system.stop();
    this.system.discard();
  }
}

/** Users send to a stream, each again after its response. The requests are made in advance. */
export function sendInLoops(
  organization: Organization,
  stream: string,
  port: number,
  users: number,
  durationMs: number,
) {
  const streamId = organization.streamId(stream);
  const senders = organization.users.slice(0, users);
  const requests = senders.map((user) => user.toStream(streamId, 'warm-up', 'These messages are not counted.'));
  return closedLoop({ port, connections: users, durationMs, next: (connection) => requests[connection] as Buffer });
}

/** Sends to a stream until every replica is warm. */
export async function warmUp(organization: Organization, stream: string, port: number, replicas = 1): Promise<void> {
  const giveUpAt = performance.now() + MAX_WARM_UP_MS * replicas;
  for (let sent = 0; sent < WARM_UP_MESSAGES * replicas && performance.now() < giveUpAt; ) {
    sent += (await sendInLoops(organization, stream, port, WARM_UP_SENDERS, WARM_UP_SPELL_MS)).answered;
  }
}
