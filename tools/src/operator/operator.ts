import { randomBytes } from 'node:crypto';
import {
  type FieldsOf,
  ListRealms,
  type RealmSummary,
  type ReplyOf,
  type RequestClass,
  type ServiceRequest,
} from '@chat/contracts';
import { readTail } from '@chat/event-log';
import type { ConnectionLogger } from '@chat/redis';
import { RedisTransportClient } from '@chat/redis-rpc';
import { CommandError } from './command.js';
import type { SystemAddress } from './system-address.js';

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
  let cause = '';
  const logger: ConnectionLogger = {
    warn: (details) => {
      cause = 'cause' in details ? ` (${String(details.cause)})` : '';
    },
    info: () => {},
    error: () => {},
  };
  const client = new RedisTransportClient(address.redisUrl, { name: 'operator', logger });
  const giveUp = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new CommandError(`${address.whenSilent}${cause}`)), CONNECT_TIMEOUT_MS).unref();
  });
  try {
    await Promise.race([client.connect(), giveUp]);
  } catch (error) {
    // It would go on trying, and keep the process.
    await client.close();
    throw error;
  }
  const run = randomBytes(6).toString('hex');
  return {
    request: async (type, fields, realmId) => {
      // What anybody was told before holds for an operator, too.
      const asOf = await readTail(client.redis, realmId);
      return client.request(type, fields, { realmId, requestId: `operator-${run}`, asOf });
    },
    close: () => client.close(),
  };
}

const CONNECT_TIMEOUT_MS = 5_000;

/** The realm that `str` names; the default realm when it is left out. */
export async function findRealm(operator: Operator, str: string | undefined): Promise<RealmSummary> {
  const realms = await operator.request(ListRealms, {}, 0);
  const found = realms.find((realm) => (str === undefined ? realm.isDefault : realm.str === str));
  if (found) return found;
  if (realms.length === 0) throw new CommandError('There is no realm yet. Make one with: create-realm');
  const known = realms.map((realm) => (realm.str === '' ? '""' : realm.str)).join(', ');
  throw new CommandError(`There is no realm "${str ?? ''}". There are: ${known}`);
}
