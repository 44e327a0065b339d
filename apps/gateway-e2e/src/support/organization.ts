import { randomBytes } from 'node:crypto';
import {
  CreateRealm,
  CreateRealmCreationLink,
  CreateUserAsOperator,
  CreateUsersAsOperator,
  Role,
} from '@chat/contracts';
import { readTail } from '@chat/event-log';
import { RedisTransportClient, type RequestContext } from '@chat/redis-rpc';
import { ApiClient, type ApiClientOptions, nodeTransport } from './api-client.js';
import { ContractCheck } from './contract-check.js';
import { LiveQueue } from './event-queue.js';

/** A user of the organization under test, with a client of their own. */
export interface TestUser {
  readonly userId: number;
  readonly email: string;
  readonly fullName: string;
  readonly apiKey: string;
  readonly password: string;
  readonly client: ApiClient;
}

export const authorizationOf = ({ email, apiKey }: Pick<TestUser, 'email' | 'apiKey'>): string =>
  `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;

export const TEST_PASSWORD = 'correct horse 7 battery';

export interface OrganizationOwnerOptions {
  readonly baseUrl: string;
  readonly redisUrl: string;
  /** Hold every answer and event against its schema; default true. False for load, where it would cost time. */
  readonly checksContract?: boolean;
  /** Parent domain of its host; default chat.test. Every machine resolves subdomains of localhost to itself. */
  readonly domain?: string;
}

/**
 * A realm of one test's own, at a host name of its own, on a running system. Made through the operators' requests; used
 * through HTTP only.
 */
export class Organization {
  private readonly users: TestUser[] = [];

  private constructor(
    readonly realmId: number,
    readonly host: string,
    private readonly baseUrl: string,
    private readonly operator: RedisTransportClient,
    private readonly contract: ContractCheck | undefined,
  ) {}

  static async create(owner: OrganizationOwnerOptions): Promise<Organization> {
    const operator = new RedisTransportClient(owner.redisUrl, { name: 'tests' });
    await operator.connect();
    return Organization.createAs(operator, owner).catch(async (error) => {
      await operator.close();
      throw error;
    });
  }

  private static async createAs(
    operator: RedisTransportClient,
    { baseUrl, checksContract = true, domain = 'chat.test' }: OrganizationOwnerOptions,
  ): Promise<Organization> {
    const contract = checksContract ? await ContractCheck.create() : undefined;
    const str = `t${randomBytes(6).toString('hex')}`;
    const host = `${str}.${domain}`;
    const context = { realmId: 0, requestId: requestId() };
    const realm = await operator.request(CreateRealm, { str, name: `Test ${str}`, host }, context);
    const organization = new Organization(realm.realmId, host, baseUrl, operator, contract);
    await organization.addUser('Olga Owner', Role.Owner);
    return organization;
  }

  /** The first account: an owner. */
  get owner(): TestUser {
    return this.users[0] as TestUser;
  }

  async addUser(
    fullName: string,
    role: Role = Role.Member,
    extra: Partial<CreateUserAsOperator> = {},
  ): Promise<TestUser> {
    const email = `${fullName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${this.users.length}@${this.host}`;
    const fields = { realmId: this.realmId, email, fullName, role, password: TEST_PASSWORD, ...extra };
    const created = await this.operator.request(CreateUserAsOperator, fields, await this.operatorContext());
    return this.remember({ ...created, email, fullName });
  }

  /** Many members at once. */
  async addMembers(count: number, prefix = 'Member'): Promise<TestUser[]> {
    const users = Array.from({ length: count }, (_, n) => ({
      email: `${prefix.toLowerCase()}-${n}@${this.host}`,
      fullName: `${prefix} ${n}`,
    }));
    const fields = { realmId: this.realmId, users, password: TEST_PASSWORD };
    const created = await this.operator.request(CreateUsersAsOperator, fields, await this.operatorContext());
    return created.map((account, n) =>
      this.remember({ ...account, ...(users[n] as { email: string; fullName: string }) }),
    );
  }

  /** Creates many members at once and subscribes them to the stream, which is created if necessary. */
  async addSubscribers(stream: string, count: number): Promise<TestUser[]> {
    const members = await this.addMembers(count);
    await this.owner.client.post('/users/me/subscriptions', {
      subscriptions: [{ name: stream }],
      principals: members.map(({ userId }) => userId),
    });
    return members;
  }

  /** A client without credentials. */
  anonymous(): ApiClient {
    return this.client({});
  }

  clientFor(email: string, apiKey: string, userAgent?: string): ApiClient {
    return this.client({ email, apiKey }, userAgent);
  }

  private client(credentials: Pick<ApiClientOptions, 'email' | 'apiKey'>, userAgent = 'chat-tests/1.0'): ApiClient {
    return new ApiClient(this.baseUrl, {
      ...credentials,
      headers: { 'user-agent': userAgent, ...(this.host && { host: this.host }) },
      transport: nodeTransport(),
      onResponse: this.contract?.onResponse,
    });
  }

  /** Resolves when every event that was caused before is in `queues`: a marker that comes after it has arrived. */
  async caughtUp(...queues: LiveQueue[]): Promise<void> {
    const marker = `marker-${randomBytes(6).toString('hex')}`;
    const to = await Promise.all(queues.map((queue) => this.userIdOf(queue)));
    await this.owner.client.post('/messages', { type: 'direct', to: [...new Set(to)], content: marker });
    for (const queue of queues) {
      await queue.next((event) => event.type === 'message' && String(event.message.content).includes(marker));
      queue.forget((event) => event.type === 'message' && String(event.message.content).includes(marker));
    }
  }

  /** Throws if a response or event broke its schema. */
  async close(): Promise<void> {
    for (const user of this.users) user.client.close();
    await this.operator.close();
    this.contract?.throwFaults();
  }

  /** The path of a new link of the operators for one organization. */
  async creationPath(): Promise<string> {
    const { realmId } = this;
    const { url } = await this.operator.request(CreateRealmCreationLink, { realmId }, await this.operatorContext());
    return new URL(url).pathname;
  }

  /** An operator's request is as of all published events, like a request through a gateway. */
  private async operatorContext(): Promise<RequestContext> {
    const { realmId } = this;
    return { realmId, requestId: requestId(), asOf: await readTail(this.operator.redis, realmId) };
  }

  private async userIdOf(queue: LiveQueue): Promise<number> {
    const user = this.users.find((candidate) => candidate.client === queue.client);
    if (!user) throw new Error('The queue is of nobody in this organization.');
    return user.userId;
  }

  private remember(user: Omit<TestUser, 'client' | 'password'>): TestUser {
    const remembered = { ...user, password: TEST_PASSWORD, client: this.clientFor(user.email, user.apiKey) };
    this.users.push(remembered);
    return remembered;
  }
}

const requestId = (): string => `test-${randomBytes(6).toString('hex')}`;
