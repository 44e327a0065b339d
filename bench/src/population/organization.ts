import {
  CreateRealm,
  CreateStreamsAsOperator,
  CreateUsersAsOperator,
  MAX_ACCOUNTS_PER_REQUEST,
  Role,
} from '@chat/contracts';
import type { RedisTransportClient } from '@chat/redis-rpc';
import { ApiUser } from '../load/api-user.js';

/** Subscriptions made by one request. */
const SUBSCRIPTIONS_PER_REQUEST = 40_000;

export interface OrganizationPlan {
  readonly name: string;
  readonly users: number;
  /** Streams by name, with the number of subscribed users, from the first on. */
  readonly streams: Readonly<Record<string, number>>;
}

/** A realm with users and streams, made through the operators' requests. */
export class Organization {
  private readonly streamIds = new Map<string, number>();

  private constructor(
    readonly realmId: number,
    readonly users: readonly ApiUser[],
  ) {}

  static async create(operator: RedisTransportClient, port: number, plan: OrganizationPlan): Promise<Organization> {
    const host = `${plan.name}.bench.test`;
    const realm = { str: plan.name, name: plan.name, host };
    const { realmId } = await operator.request(CreateRealm, realm, contextOf(0));
    const users: ApiUser[] = [];
    while (users.length < plan.users)
      users.push(...(await createUsers(operator, port, plan, realmId, host, users.length)));
    const organization = new Organization(realmId, users);
    await organization.createStreams(operator, plan.streams);
    return organization;
  }

  streamId(name: string): number {
    const streamId = this.streamIds.get(name);
    if (streamId === undefined) throw new Error(`There is no stream "${name}".`);
    return streamId;
  }

  private async createStreams(operator: RedisTransportClient, streams: OrganizationPlan['streams']): Promise<void> {
    let names: string[] = [];
    let subscriptions = 0;
    const flush = async (): Promise<void> => {
      const wanted = names.map((name) => ({ name, subscriberIds: this.firstIds(streams[name] as number) }));
      const fields = { realmId: this.realmId, streams: wanted };
      const { streamIds } = await operator.request(CreateStreamsAsOperator, fields, contextOf(this.realmId));
      for (const [index, name] of names.entries()) this.streamIds.set(name, streamIds[index] as number);
      names = [];
      subscriptions = 0;
    };
    for (const [name, subscribers] of Object.entries(streams)) {
      if (names.length > 0 && subscriptions + subscribers > SUBSCRIPTIONS_PER_REQUEST) await flush();
      names.push(name);
      subscriptions += subscribers;
    }
    if (names.length > 0) await flush();
  }

  private firstIds(count: number): number[] {
    return this.users.slice(0, count).map(({ userId }) => userId);
  }
}

async function createUsers(
  operator: RedisTransportClient,
  port: number,
  plan: OrganizationPlan,
  realmId: number,
  host: string,
  from: number,
): Promise<ApiUser[]> {
  const count = Math.min(MAX_ACCOUNTS_PER_REQUEST, plan.users - from);
  const accounts = Array.from({ length: count }, (_, index) => ({
    email: `${plan.name}-${from + index}@example.com`,
    fullName: `Person ${from + index}`,
    role: from + index === 0 ? Role.Owner : Role.Member,
  }));
  const made = await operator.request(CreateUsersAsOperator, { realmId, users: accounts }, contextOf(realmId));
  return made.map(({ userId, apiKey }, index) => {
    const { email } = accounts[index] as { email: string };
    return new ApiUser(port, host, userId, email, apiKey);
  });
}

const contextOf = (realmId: number) => ({ realmId, requestId: 'bench' });

const numbered = (count: number, subscribers: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`stream ${index}`, subscribers]));

/** 10,000 users, and streams of very different sizes. The figures about messages are measured here. */
export const CROWD: OrganizationPlan = {
  name: 'crowd',
  users: 10_000,
  streams: { ten: 10, 'one hundred': 100, 'two thousand': 2_000, everybody: 10_000 },
};

/** All users in 100 streams. */
export const THOUSAND: OrganizationPlan = { name: 'thousand', users: 1_000, streams: numbered(100, 1_000) };
export const TEN_THOUSAND: OrganizationPlan = { name: 'ten-thousand', users: 10_000, streams: numbered(100, 10_000) };

/** Small, for systems that live for one figure. */
export const HUNDRED: OrganizationPlan = { name: 'hundred', users: 100, streams: { 'one hundred': 100 } };

/** For a long history: a hundred streams with all users in them. */
export const HISTORY: OrganizationPlan = { name: 'history', users: 100, streams: numbered(100, 100) };
