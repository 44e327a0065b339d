import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { USERS_PER_EVENT_SHARD_BLOCK } from '@chat/contracts';
import { PostgresPool, postgresAddress } from '@chat/postgres';
import { makeTemporaryFolder, SERVICES, type System, type SystemOptions, startSystem } from '@chat/tools';
import { migratedFolder } from './lender.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Two replicas of everything, so that code which is only right with one replica fails. */
const TWO_OF_EACH = Object.fromEntries(SERVICES.map((service) => [service, 2]));

export interface SystemUnderTest {
  readonly system: System;
  /** Errors in the logs of services so far, each as its line of JSON. */
  readonly loggedErrors: readonly string[];
  /** Stops everything and deletes its data. Throws if a service could not read the packet of another one, which no fault may cause. */
  discard(): Promise<void>;
}

export interface SystemUnderTestOptions
  extends Pick<SystemOptions, 'env' | 'replicaEnv' | 'databaseUrl' | 'redisUrl' | 'port' | 'signal'> {
  /** Default: two of each. With `{ users: 2 }` only users has a second replica, for tests of faults in users. */
  readonly scale?: Record<string, number>;
  /** Services that the tests do not need. The start of a replica takes one to two seconds of CPU. */
  readonly without?: readonly string[];
}

/**
 * The whole system in real processes, as `npm start` runs it, on servers of its own. Without rate limits, which tests of
 * anything else would run into.
 */
export async function startSystemUnderTest(options: SystemUnderTestOptions = {}): Promise<SystemUnderTest> {
  const { without = [] } = options;
  const copyOf = options.databaseUrl === undefined ? await migratedFolder() : undefined;
  const folder = makeTemporaryFolder('chat-e2e-');
  const env = {
    ...{ RATE_LIMIT_API_BY_USER: '0', RATE_LIMIT_API_BY_IP: '0', RATE_LIMIT_PICTURES_BY_IP: '0', LOG_LEVEL: 'warn' },
    ...recordingEnvironment(),
    ...options.env,
  };
  const loggedErrors: string[] = [];
  const system = await startSystem({
    root: ROOT,
    folder: join(folder, 'system'),
    scale: { ...(options.scale ?? TWO_OF_EACH), ...Object.fromEntries(without.map((service) => [service, 0])) },
    isDurable: false,
    copyOf,
    env,
    ...(options.port !== undefined && { port: options.port }),
    ...(options.databaseUrl && { databaseUrl: options.databaseUrl }),
    ...(options.redisUrl && { redisUrl: options.redisUrl }),
    ...(options.replicaEnv && { replicaEnv: options.replicaEnv }),
    ...(options.signal && { signal: options.signal }),
    onLogLine: (line, process) => {
      if (/"level":"(error|fatal)"/.test(line)) loggedErrors.push(`${process}: ${line}`);
    },
  }).catch((error) => {
    rmSync(folder, { recursive: true });
    throw error;
  });
  const end = async () => {
    await endServices(system);
    await system.stop();
    system.discard();
    rmSync(folder, { recursive: true });
  };
  await spreadUsers(system).catch(async (error) => {
    await end();
    throw error;
  });
  return {
    system,
    loggedErrors,
    discard: async () => {
      await end();
      if (loggedErrors.length > 0)
        process.stderr.write(`Errors that services logged:\n${kindsOf(loggedErrors).join('\n')}\n`);
      const malformed = loggedErrors.filter((line) => line.includes('Request packet is malformed'));
      if (malformed.length > 0) throw new Error(`Services dropped packets of others:\n${malformed.join('\n')}`);
    },
  };
}

/** Nothing of their work is kept, so no service needs to finish it: an orderly stop takes ten times as long. */
async function endServices(system: System): Promise<void> {
  const services = system.list().filter(({ healthUrl }) => healthUrl !== undefined);
  await Promise.all(services.map(({ service, instance }) => system.process(service, instance).stop(0, 'SIGKILL')));
}

/** A stopped system without data, for copies: the migrations take a sixth of the CPU time of a start. */
export async function makeMigratedSystem(): Promise<System> {
  const scale = Object.fromEntries(SERVICES.map((service) => [service, 0]));
  const folder = makeTemporaryFolder('chat-migrated-');
  const system = await startSystem({ root: ROOT, folder, scale, isDurable: false });
  await system.stop();
  return system;
}

/** A few test users would all have their queues in one shard, at one replica of events: their ids leave gaps, so that some do. */
async function spreadUsers(system: System): Promise<void> {
  const pool = new PostgresPool(postgresAddress(system.databaseUrl), { max: 1 });
  const step = Math.ceil(USERS_PER_EVENT_SHARD_BLOCK * 0.6);
  await pool.query(`ALTER SEQUENCE users.account_user_id_seq INCREMENT BY ${step}`);
  await pool.end();
}

/** For `npm run record:contracts`: services record their packets. */
function recordingEnvironment(): Record<string, string> {
  const folder = process.env['CONTRACT_RECORDS'];
  if (folder === undefined) return {};
  const recorder = new URL('../../fixtures/record-contracts.mjs', import.meta.url);
  return { CONTRACT_RECORDS: folder, NODE_OPTIONS: `--import ${recorder.href}` };
}

/** One line for each kind of error, with how often it came. */
export function kindsOf(loggedErrors: readonly string[]): string[] {
  const kinds = new Map<string, { line: string; count: number }>();
  for (const line of loggedErrors) {
    const kind = /"message":"[^"\d]{0,60}/.exec(line)?.[0] ?? line.slice(0, 40);
    const known = kinds.get(kind);
    if (known) known.count++;
    else kinds.set(kind, { line, count: 1 });
  }
  return [...kinds.values()].map(({ line, count }) => `${count} × ${line}`);
}
