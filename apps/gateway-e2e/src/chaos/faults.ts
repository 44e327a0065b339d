import { once } from 'node:events';
import { PERMANENT_SERVICES, type System } from '@chat/tools';
import { Redis } from 'ioredis';
import { Client } from 'pg';

/** Something that goes wrong while people work. */
export interface Fault {
  readonly name: string;
  /** `always`: in every test run. `long`: only in `npm run chaos`. */
  readonly run: 'always' | 'long';
  /** Whether not even one request may fail because of it. */
  readonly isUnnoticed?: boolean;
  /** Resolves when the fault is over; recovery may still be under way. */
  happen(system: System): Promise<void>;
}

/** Longer than the lease of a shard's holder. */
const LONGER_THAN_A_LEASE_MS = 6_000;
/** How long a stalled event loop is busy: shorter than a lease, but for the holders of leases. */
const stallMsOf = (service: string): number => (service === 'events' ? LONGER_THAN_A_LEASE_MS : 2_000);
const STALL_HOOK = new URL('../support/stall-on-signal.mjs', import.meta.url).href;
const REDIS_PAUSE_MS = 5_000;

export const FAULTS: readonly Fault[] = [
  { name: 'rolling restart of every service', run: 'always', isUnnoticed: true, happen: rollingRestart },
  { name: 'Redis paused for 5 s', run: 'always', happen: pauseRedis },
  { name: 'every connection to PostgreSQL cut', run: 'always', happen: cutDatabaseConnections },
  {
    name: 'messaging-0 frozen for 6 s',
    run: 'always',
    happen: (system) => freeze(system, 'messaging', LONGER_THAN_A_LEASE_MS),
  },
  ...PERMANENT_SERVICES.map(
    (service): Fault => ({
      name: `${service}-0 killed`,
      run: 'long',
      happen: (system) => kill(system, service),
    }),
  ),
  ...PERMANENT_SERVICES.filter((service) => service !== 'messaging').map(
    (service): Fault => ({
      name: `${service}-0 frozen for 6 s`,
      run: 'long',
      happen: (system) => freeze(system, service, LONGER_THAN_A_LEASE_MS),
    }),
  ),
  ...PERMANENT_SERVICES.map(
    (service): Fault => ({
      name: `the event loop of ${service}-0 stalled for ${stallMsOf(service) / 1_000} s`,
      run: service === 'gateway' || service === 'events' ? 'always' : 'long',
      happen: (system) => stall(system, service),
    }),
  ),
  { name: 'Redis restarted', run: 'long', happen: (system) => system.restart('redis') },
  { name: 'Redis killed', run: 'long', happen: (system) => kill(system, 'redis') },
  { name: 'PostgreSQL restarted', run: 'long', happen: (system) => system.restart('postgres') },
  { name: 'PostgreSQL killed', run: 'long', happen: (system) => kill(system, 'postgres') },
];

/** Environment that lets `stall` block the event loop of a replica. */
export const stallable = (service: string): Record<string, string> => ({
  NODE_OPTIONS: `--import ${STALL_HOOK}`,
  STALL_MS: String(stallMsOf(service)),
});

/** As an upgrade does it: one replica of each service, and when these are back, the others. */
async function rollingRestart(system: System): Promise<void> {
  for (const instance of [0, 1])
    await Promise.all(PERMANENT_SERVICES.map((service) => system.restart(service, instance)));
}

async function pauseRedis(system: System): Promise<void> {
  const redis = new Redis(system.redisUrl);
  await redis.client('PAUSE', REDIS_PAUSE_MS, 'ALL');
  await redis.ping();
  redis.disconnect();
}

async function cutDatabaseConnections(system: System): Promise<void> {
  const client = new Client(system.databaseUrl);
  await client.connect();
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE pid <> pg_backend_pid() AND datname = current_database() AND backend_type = 'client backend'`,
  );
  await client.end();
}

/** The process keeps its connections, leases and locks, and does nothing. */
async function freeze(system: System, service: string, ms: number): Promise<void> {
  system.kill(service, 0, 'SIGSTOP');
  await new Promise((resolve) => setTimeout(resolve, ms));
  system.kill(service, 0, 'SIGCONT');
}

/** The process is alive but its event loop is blocked. */
async function stall(system: System, service: string): Promise<void> {
  system.kill(service, 0, 'SIGUSR2');
  await new Promise((resolve) => setTimeout(resolve, stallMsOf(service)));
}

/** Over when it is dead; it is started again by itself. */
async function kill(system: System, service: string): Promise<void> {
  const ended = once(system.process(service), 'ended');
  system.kill(service);
  await ended;
}
