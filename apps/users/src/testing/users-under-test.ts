import { createHash, randomBytes } from 'node:crypto';
import {
  type ActorOf,
  ALL_CAPABILITIES,
  CreateUserAsOperator,
  DeleteStoredDrafts,
  type Endpoint,
  type FieldsOf,
  GetProfileFields,
  GetRealm,
  GetRenderingFacts,
  GetUsersRegisterState,
  type ParametersOf,
  type Principal,
  type ProfileFieldRecord,
  ReadMutedMessages,
  type RealmRecord,
  RealmUpdated,
  type RenderingFacts,
  type ReplyOf,
  type RequestClass,
  type Role,
  requestOf,
  type ServiceRequest,
  SubscribeNewUser,
  TellGroupMembers,
  type WireResponseOf,
} from '@chat/contracts';
import { DomainEventLog, decodeLogEntry, logKey, partitionOf } from '@chat/event-log';
import { runMigrations } from '@chat/persistence';
import { RedisTransportClient, type RequestContext } from '@chat/redis-rpc';
import { type RunningService, startServiceFrom } from '@chat/service-kit';
import {
  createTestDatabase,
  createTestRedis,
  type FakeHandlers,
  realmRecord,
  startFakeService,
  type TestDatabase,
  type TestRedis,
} from '@chat/testing';
import pg from 'pg';
import { MIGRATIONS } from '../migrations/index.js';
import { UsersModule } from '../users.module.js';
import { databaseSettings, SCHEMA } from '../users-database.js';

export const REALM_ID = 2;

/** The realm of the tests, as the realm-settings service would tell it. */
export const TEST_REALM = realmRecord({
  realmId: REALM_ID,
  name: 'Testers',
  url: 'http://chat.example',
  botDomain: 'chat.example',
  createdAtSeconds: 1_700_000_000,
});

/** A person as the gateway would vouch for them. */
export interface TestUser extends Principal {
  readonly apiKey: string;
}

/**
 * The users service with its replicas on a database and a Redis of the test's own. The realm-settings service is played; set
 * `realm`, `profileFields` or `rendering` before something asks for it the first time.
 */
export class UsersUnderTest {
  realm: RealmRecord = TEST_REALM;
  profileFields: readonly ProfileFieldRecord[] = [];
  rendering: RenderingFacts = { linkifiers: [], emoji: [], playgrounds: [] };
  /** Whom the messaging service was asked to give their default streams, with what it had to know of before. */
  readonly subscribed: { userId: number; asOf: string | undefined }[] = [];
  /** Whose stored drafts the messaging service was asked to delete. */
  readonly draftsDeleted: { userId: number; asOf: string | undefined }[] = [];
  /** Whose unread messages the messaging service was asked to read, since their sender was muted. */
  readonly mutedRead: ReadMutedMessages[] = [];
  /** Of which changes of groups the messaging service was asked to tell their members. */
  readonly membersTold: TellGroupMembers[] = [];
  /** The messaging service refuses. */
  isMessagingBroken = false;
  readonly replicas: RunningService[] = [];
  private people = 0;
  private realmSequence = 0;

  private constructor(
    readonly database: TestDatabase,
    readonly redis: TestRedis,
    readonly client: RedisTransportClient,
    private readonly fakes: { close(): Promise<void> }[],
  ) {}

  static async start(options: { replicas?: number; env?: Record<string, string> } = {}): Promise<UsersUnderTest> {
    const database = await createTestDatabase(`users_${MIGRATIONS_DIGEST}`, (url) =>
      runMigrations(databaseSettings(url, 'test')),
    );
    const redis = await createTestRedis();
    Object.assign(process.env, {
      REDIS_URL: redis.url,
      DATABASE_URL: database.url,
      SECRET_KEY: randomBytes(32).toString('base64'),
      LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'error',
      ...options.env,
    });
    const client = new RedisTransportClient(redis.url);
    await client.connect();
    const fakes: { close(): Promise<void> }[] = [];
    const under = new UsersUnderTest(database, redis, client, fakes);
    fakes.push(await startFakeService(redis.url, 'realm-settings', under.realmSettings()));
    fakes.push(await startFakeService(redis.url, 'messaging', under.messaging()));
    for (let n = 0; n < (options.replicas ?? 1); n++) await under.startReplica();
    return under;
  }

  async startReplica(): Promise<void> {
    this.replicas.push(await startServiceFrom('users', UsersModule.with));
  }

  async stop(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.stop()));
    await Promise.all(this.fakes.map((fake) => fake.close()));
    await this.client.close();
    await this.redis.close();
    await this.database.drop();
  }

  /** Asks the service as the gateway does: what was written before is seen. */
  async ask<Request extends ServiceRequest<unknown>>(
    type: RequestClass<Request>,
    fields: FieldsOf<Request>,
  ): Promise<ReplyOf<Request>> {
    const asOf = (await this.redis.redis.get(`{log${partitionOf(REALM_ID)}}:tail`)) ?? '0-0';
    return this.client.request(type, fields, { realmId: REALM_ID, requestId: 'test', asOf });
  }

  /** Calls an endpoint of the service as the gateway does. The response is as it stands on the wire, without the envelope. */
  call<E extends Endpoint>(endpoint: E, actor: ActorOf<E>, parameters: ParametersOf<E>): Promise<WireResponseOf<E>> {
    return this.ask(requestOf(endpoint), { actor, parameters }) as Promise<WireResponseOf<E>>;
  }

  /** A new account. */
  async person(role: Role, more: Partial<FieldsOf<CreateUserAsOperator>> = {}): Promise<TestUser> {
    const n = ++this.people;
    const email = more.email ?? `person${n}@example.com`;
    const fullName = more.fullName ?? `Person ${n}`;
    const fields = { realmId: REALM_ID, role, ...more, email, fullName };
    const { userId, apiKey } = await this.ask(CreateUserAsOperator, fields);
    const isBot = more.isBot ?? false;
    const botOwnerId = more.botOwnerId ?? null;
    return { realmId: REALM_ID, userId, role, isBot, botOwnerId, email, fullName, joinedAtSeconds: 0, apiKey };
  }

  /** What the user's clients are told at registration of the event types given, or of all. */
  async register(
    actor: Principal,
    fetchEventTypes: string[] | null,
    { userSettingsObject = true } = {},
  ): Promise<Record<string, unknown>> {
    const { state } = await this.ask(GetUsersRegisterState, {
      actor,
      fetchEventTypes,
      clientExtavatar: true,
      includeSubscribers: false,
      slimPresence: true,
      capabilities: { ...ALL_CAPABILITIES, userSettingsObject },
    });
    return state;
  }

  /** Changes the realm, as the realm-settings service would tell it. */
  async changeRealm(change: Partial<RealmRecord>): Promise<void> {
    const previous = Object.fromEntries(Object.keys(change).map((key) => [key, this.realm[key as keyof RealmRecord]]));
    this.realm = { ...this.realm, ...change };
    const { type, payload } = RealmUpdated.of({ realm: this.realm, previous, actorId: null });
    const event = { sequence: ++this.realmSequence, type, payload: JSON.stringify(payload) };
    await new DomainEventLog(this.redis.redis).append('realm-settings', REALM_ID, [event]);
  }

  /** Rows of the service's own tables, to see what is stored, or to let time pass. */
  async sql<Row>(statement: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.database.url, options: `-c search_path=${SCHEMA}` });
    await client.connect();
    try {
      return (await client.query(statement, [...parameters])).rows as Row[];
    } finally {
      await client.end();
    }
  }

  /** Domain events of the realm so far, oldest first. */
  async events(): Promise<{ type: string; payload: Record<string, unknown> }[]> {
    const entries = await this.redis.redis.xrange(logKey(partitionOf(REALM_ID)), '-', '+');
    return entries.map((entry) => {
      const { type, payload } = decodeLogEntry(entry);
      return { type, payload: payload as Record<string, unknown> };
    });
  }

  /** Domain events that `work` caused. */
  async eventsOf(work: () => Promise<unknown>): Promise<{ type: string; payload: Record<string, unknown> }[]> {
    const before = (await this.events()).length;
    await work();
    return (await this.events()).slice(before);
  }

  private messaging(): FakeHandlers {
    return {
      [SubscribeNewUser.pattern]: ({ userId }: SubscribeNewUser, { asOf }: RequestContext) => {
        this.subscribed.push({ userId, asOf });
        if (this.isMessagingBroken) throw new Error('out of order');
      },
      [DeleteStoredDrafts.pattern]: ({ userId }: DeleteStoredDrafts, { asOf }: RequestContext) => {
        this.draftsDeleted.push({ userId, asOf });
        if (this.isMessagingBroken) throw new Error('out of order');
      },
      [ReadMutedMessages.pattern]: (request: ReadMutedMessages) => {
        this.mutedRead.push(request);
        if (this.isMessagingBroken) throw new Error('out of order');
      },
      [TellGroupMembers.pattern]: (request: TellGroupMembers) => {
        this.membersTold.push(request);
        if (this.isMessagingBroken) throw new Error('out of order');
      },
    };
  }

  private realmSettings(): FakeHandlers {
    return {
      [GetRealm.pattern]: () => ({ sequence: this.realmSequence, state: this.realm }),
      [GetProfileFields.pattern]: () => ({ sequence: 0, state: this.profileFields }),
      [GetRenderingFacts.pattern]: () => ({ sequence: 0, state: this.rendering }),
    };
  }
}

/** Names the template: another one for other migrations. Names of databases are short. */
const MIGRATIONS_DIGEST = createHash('sha256')
  .update(MIGRATIONS.map((migration) => migration.name).join(' '))
  .digest('hex')
  .slice(0, 16);
