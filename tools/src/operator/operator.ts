import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FieldsOf, type ReplyOf, type RequestClass, type ServiceRequest } from '@chat/contracts';
import { redisOptions, redisProblem } from '@chat/redis';
import { CommandError } from './command.js';

/** Asks the services as an operator: for no user, past no policy. */
export interface Operator {
  request<Request extends ServiceRequest<unknown>>(
    type: RequestClass<Request>,
    fields: FieldsOf<Request>,
    realmId: number,
  ): Promise<ReplyOf<Request>>;
}

/** Connects to a running system by its Redis; `close` when done. Rejects when there is none, and leaves nothing open. */
export async function connectOperator(address: SystemAddress): Promise<Operator & { close(): Promise<void> }> {
  const problem = await redisProblem(address.redisUrl, CONNECT_TIMEOUT_MS);
  if (problem !== undefined) throw new CommandError(`${address.whenUnusable} (${problem})`);
  // With Nest they take half a second, which a help text need not wait for.
  const [{ readTail }, { RedisTransportClient }] = await Promise.all([
    import('@chat/event-log'),
    import('@chat/redis-rpc'),
  ]);
  const client = new RedisTransportClient(address.redisUrl, { name: 'operator' });
  await client.connect();
  const run = randomBytes(6).toString('hex');
  return {
    request: async (type, fields, realmId) => {
      // A published event is visible to operators, too.
      const asOf = await readTail(client.redis, realmId);
      return client.request(type, fields, { realmId, requestId: `operator-${run}`, asOf });
    },
    close: () => client.close(),
  };
}

const CONNECT_TIMEOUT_MS = 5_000;

/** Address of a system, and the message for an operator if it cannot be used. */
interface SystemAddress {
  readonly redisUrl: string;
  readonly whenUnusable: string;
}

/** Where the running system is: REDIS_URL, or the private Redis of `npm start` in this folder. */
export function systemAddress(root: string, env: NodeJS.ProcessEnv): SystemAddress {
  if (env['REDIS_URL']) return given('REDIS_URL', env['REDIS_URL']);
  if (env['REDIS_URL_FILE']) return given('REDIS_URL_FILE', readFileSync(env['REDIS_URL_FILE'], 'utf8').trim());
  const config = join(root, '.local', 'redis', 'redis.conf');
  if (!existsSync(config)) {
    throw new CommandError('No system has been started here. Start it with `npm start`, or set REDIS_URL.');
  }
  return {
    redisUrl: addressIn(readFileSync(config, 'utf8')),
    whenUnusable: "This folder's system does not answer. Start it with: npm start",
  };
}

function given(variable: string, redisUrl: string): SystemAddress {
  const { sentinels, host, port } = readAddress(variable, redisUrl);
  const names = (sentinels ?? [{ host, port }]).map((server) => `${server.host}:${server.port}`).join(', ');
  const role = sentinels ? 'Sentinels' : 'a Redis';
  return { redisUrl, whenUnusable: `${variable} names ${role} at ${names}, which does not answer` };
}

function readAddress(variable: string, redisUrl: string) {
  try {
    return redisOptions(redisUrl);
  } catch (error) {
    throw new CommandError((error as Error).message.replace('REDIS_URL', variable));
  }
}

function addressIn(config: string): string {
  const settingOf = (name: string) => new RegExp(`^${name} (\\S+)$`, 'm').exec(config)?.[1] ?? '';
  return `redis://:${settingOf('requirepass')}@127.0.0.1:${settingOf('port')}`;
}
