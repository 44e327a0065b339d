import {
  CreateRealm,
  CreateStreamsAsOperator,
  CreateUsersAsOperator,
  MAX_ACCOUNTS_PER_REQUEST,
  Role,
} from '@chat/contracts';
import type { RedisTransportClient } from '@chat/redis-rpc';
import { requestsOf } from '@chat/tools';
import { ApiUser, type Form } from '../load/api-user.js';

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
    // Browsers find it on this machine.
    const host = `${plan.name}.localhost`;
    const realm = { str: plan.name, name: plan.name, host };
    const { realmId } = await operator.request(CreateRealm, realm, contextOf(0));
    const users: ApiUser[] = [];
    while (users.length < plan.users) {
      const from = users.length;
      const accounts = Array.from({ length: Math.min(MAX_ACCOUNTS_PER_REQUEST, plan.users - from) }, (_, index) => ({
        email: `${plan.name}-${from + index}@example.com`,
        fullName: `Person ${from + index}`,
        role: from + index === 0 ? Role.Owner : Role.Member,
      }));
      const made = await operator.request(CreateUsersAsOperator, { realmId, users: accounts }, contextOf(realmId));
      for (const [index, { email }] of accounts.entries()) {
        const { userId, apiKey } = made[index] as (typeof made)[0];
        users.push(new ApiUser(port, host, userId, email, apiKey));
      }
    }
    const organization = new Organization(realmId, users);
    await organization.createStreams(operator, plan.streams);
    return organization;
  }

  /** The users in turn: after the last one comes the first. */
  user(turn: number): ApiUser {
    return this.users[turn % this.users.length] as ApiUser;
  }

  streamId(name: string): number {
    const streamId = this.streamIds.get(name);
    if (streamId === undefined) throw new Error(`There is no stream "${name}".`);
    return streamId;
  }

  /** A new bot of the user. `fields`: further ones of POST /bots. */
  async bot(owner: number, shortName: string, fields: Form): Promise<ApiUser> {
    const user = this.user(owner);
    const form = { full_name: shortName, short_name: shortName, ...fields };
    const { user_id: userId, api_key: apiKey } = await user.ask(user.post('/bots', form));
    return new ApiUser(user.port, user.host, userId, `${shortName}-bot@${user.host}`, apiKey);
  }

  private async createStreams(operator: RedisTransportClient, plan: OrganizationPlan['streams']): Promise<void> {
    const { realmId } = this;
    const userIds = this.users.map(({ userId }) => userId);
    const all = Object.entries(plan).map(([name, count]) => ({ name, subscriberIds: userIds.slice(0, count) }));
    for (const parts of requestsOf(all)) {
      const streams = parts.map(({ stream }) => stream);
      const made = await operator.request(CreateStreamsAsOperator, { realmId, streams }, contextOf(realmId));
      for (const [index, { name }] of streams.entries()) this.streamIds.set(name, made.streamIds[index] as number);
    }
  }
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
/** The same, and a stream of few. */
export const RETURNING: OrganizationPlan = {
  name: 'returning',
  users: 1_000,
  streams: { ...numbered(100, 1_000), ten: 10 },
};
export const TEN_THOUSAND: OrganizationPlan = { name: 'ten-thousand', users: 10_000, streams: numbered(100, 10_000) };

/** Small, for systems that live for one figure. */
export const HUNDRED: OrganizationPlan = { name: 'hundred', users: 100, streams: { 'one hundred': 100 } };

/** For a long history: a hundred streams with all users in them. */
export const HISTORY: OrganizationPlan = { name: 'history', users: 100, streams: numbered(100, 100) };
