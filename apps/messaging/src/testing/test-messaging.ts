import { randomUUID } from 'node:crypto';
import {
  type ActorOf,
  type DirectoryUser,
  type Endpoint,
  type FieldsOf,
  GetMessagingRegisterState,
  GetRealm,
  GetRenderingFacts,
  GetUserDirectory,
  type LoggedEvent,
  MutedUsersChanged,
  type ParametersOf,
  type Principal,
  type RealmRecord,
  RealmUpdated,
  type RenderingFacts,
  type ReplyOf,
  type RequestClass,
  Role,
  requestOf,
  type ServiceRequest,
  SYSTEM_GROUPS,
  UserCreated,
  type UserGroup,
  UserGroupMembersChanged,
  UserUpdated,
  type WireResponseOf,
} from '@chat/contracts';
import { DomainEventLog, decodeLogEntry, factsTailKey, logKey, partitionOf } from '@chat/event-log';
import { runMigrations } from '@chat/persistence';
import { RedisTransportClient } from '@chat/redis-rpc';
import { type RunningService, startServiceFrom } from '@chat/service-kit';
import {
  createTestDatabase,
  createTestRedis,
  eventually,
  RecordingLogger,
  realmRecord,
  startFakeService,
  type TestDatabase,
  type TestRedis,
} from '@chat/testing';
import pg from 'pg';
import { MessagingModule } from '../messaging.module.js';
import { databaseSettings } from '../messaging-database.js';
import { MIGRATIONS } from '../migrations/index.js';

export const TEST_REALM = 1;

/**
 * The real messaging service (any number of replicas) on a real database and Redis; users and realm-settings are played, and
 * tell what changes through the real log.
 */
export class TestMessaging {
  readonly replicas: RunningService[] = [];
  readonly users = new Map<number, DirectoryUser>();
  groups: UserGroup[] = [];
  private readonly mutedUsers = new Map<number, { userId: number; mutedAtSeconds: number }[]>();
  realm = realmRecord({
    realmId: TEST_REALM,
    str: 'test',
    url: 'https://chat.example.com',
    botDomain: 'chat.example.com',
  });
  rendering: RenderingFacts = { linkifiers: [], emoji: [], playgrounds: [] };
  private usersSequence = 0;
  private realmSequence = 0;
  private readonly log: DomainEventLog;
  private fakes: { close(): Promise<void> }[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly redis: TestRedis,
    readonly client: RedisTransportClient,
    readonly sql: pg.Pool,
  ) {
    this.log = new DomainEventLog(redis.redis);
  }

  static async start({ replicas = 1 } = {}): Promise<TestMessaging> {
    const name = `messaging_${MIGRATIONS.map((migration) => migration.name.slice(-16)).join('_')}`;
    const database = await createTestDatabase(name, (url) => runMigrations(databaseSettings(url, 'test')));
    const redis = await createTestRedis();
    const client = new RedisTransportClient(redis.url, { name: 'test', logger: new RecordingLogger() });
    await client.connect();
    const sql = new pg.Pool({ connectionString: database.url, options: '-c search_path=messaging', max: 3 });
    // A connection that is closing when its database is dropped has nothing more to say.
    sql.on('error', () => {});
    const messaging = new TestMessaging(database, redis, client, sql);
    await messaging.startFakes();
    messaging.addSystem();
    process.env['REDIS_URL'] = redis.url;
    process.env['LOG_LEVEL'] ??= 'silent';
    for (let replica = 0; replica < replicas; replica++) await messaging.startReplica();
    return messaging;
  }

  async startReplica(): Promise<RunningService> {
    process.env['INSTANCE'] = String(this.replicas.length);
    const running = await startServiceFrom('messaging', (resources) =>
      MessagingModule.with(resources, this.database.url),
    );
    this.replicas.push(running);
    return running;
  }

  async close(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.stop()));
    await this.client.close();
    await Promise.all(this.fakes.map((fake) => fake.close()));
    await this.sql.end();
    await this.database.drop();
    await this.redis.close();
  }

  /** Adds an account, as the users service would: told to everybody by the log. */
  async addUser(fields: Partial<DirectoryUser> = {}): Promise<Principal> {
    const user = testUser(this.users.size + 1, fields);
    this.users.set(user.userId, user);
    await this.append('users', UserCreated.of({ userId: user.userId, user }));
    return this.principal(user.userId);
  }

  async changeUser(userId: number, change: Partial<DirectoryUser>): Promise<Principal> {
    const previous = this.users.get(userId) as DirectoryUser;
    const user = { ...previous, ...change };
    this.users.set(userId, user);
    await this.append('users', UserUpdated.of({ userId, user, previous: pick(previous, change), actorId: null }));
    return this.principal(userId);
  }

  /** Somebody mutes a user, or no longer. */
  async mute(userId: number, mutedUserId: number, isMuted = true): Promise<void> {
    const others = (this.mutedUsers.get(userId) ?? []).filter((muted) => muted.userId !== mutedUserId);
    const mutedAtSeconds = Math.floor(Date.now() / 1000);
    const mutedUsers = isMuted ? [...others, { userId: mutedUserId, mutedAtSeconds }] : others;
    this.mutedUsers.set(userId, mutedUsers);
    await this.append('users', MutedUsersChanged.of({ userId, mutedUsers, mutedUserId, isMuted }));
  }

  /** A group gains and loses members. */
  async changeMembers(
    groupId: number,
    added: number[],
    removed: number[],
    actorId?: number,
    changeId?: string,
  ): Promise<void> {
    this.groups = this.groups.map((group) => {
      const kept = group.memberIds.filter((id) => !removed.includes(id));
      return group.groupId === groupId ? { ...group, memberIds: [...kept, ...added] } : group;
    });
    const by = { ...(actorId !== undefined && { actorId }), ...(changeId !== undefined && { changeId }) };
    const change = { groupId, addedUserIds: added, removedUserIds: removed, ...by };
    await this.append('users', UserGroupMembersChanged.of(change));
  }

  async changeRealm(change: Partial<RealmRecord>): Promise<void> {
    const previous = pick(this.realm, change);
    this.realm = { ...this.realm, ...change };
    await this.append('realm-settings', RealmUpdated.of({ realm: this.realm, previous, actorId: null }));
  }

  principal(userId: number): Principal {
    const user = this.users.get(userId) as DirectoryUser;
    const { role, isBot, botOwnerId, email, fullName, joinedAtSeconds } = user;
    return { realmId: TEST_REALM, userId, role, isBot, botOwnerId, email, fullName, joinedAtSeconds };
  }

  /** Asks the service as the gateway does: what was told before is seen. */
  async request<Request extends ServiceRequest<unknown>>(
    type: RequestClass<Request>,
    fields: FieldsOf<Request>,
  ): Promise<ReplyOf<Request>> {
    const asOf = (await this.redis.redis.get(factsTailKey(partitionOf(TEST_REALM)))) ?? undefined;
    return this.client.request(type, fields, { realmId: TEST_REALM, requestId: randomUUID(), asOf });
  }

  /** Calls an endpoint of the service as the gateway does. The response is as it stands on the wire, without the envelope. */
  call<E extends Endpoint>(
    endpoint: E,
    actor: ActorOf<E>,
    parameters: ParametersOf<E>,
    clientName = 'test',
  ): Promise<WireResponseOf<E>> {
    const request = { actor, parameters, ...(endpoint.passesClientName && { clientName }) };
    return this.request(requestOf(endpoint), request) as Promise<WireResponseOf<E>>;
  }

  /** The message of the error of a call; throws if the call succeeds. */
  callError<E extends Endpoint>(
    endpoint: E,
    actor: ActorOf<E>,
    parameters: ParametersOf<E>,
    clientName = 'test',
  ): Promise<string> {
    return messageOf(this.call(endpoint, actor, parameters, clientName));
  }

  /** What the user's clients are told at registration of the event types given, or of all. */
  async registerState(actor: Principal, fetchEventTypes: string[] | null): Promise<Record<string, unknown>> {
    const { state } = await this.request(GetMessagingRegisterState, {
      actor,
      fetchEventTypes,
      clientExtavatar: true,
      includeSubscribers: false,
      slimPresence: true,
      capabilities: {} as GetMessagingRegisterState['capabilities'],
    });
    return state;
  }

  /** The message of the refusal; throws when there was none. */
  async refusal<Request extends ServiceRequest<unknown>>(
    type: RequestClass<Request>,
    fields: FieldsOf<Request>,
  ): Promise<string> {
    return messageOf(this.request(type, fields));
  }

  /** Domain events of messaging in the log, in order: of everything that was committed before the call. */
  async events(): Promise<LoggedEvent[]> {
    await this.untilPublished();
    const entries = await this.redis.redis.xrange(logKey(partitionOf(TEST_REALM)), '-', '+');
    return entries.map((entry) => decodeLogEntry(entry)).filter((event) => event.service === 'messaging');
  }

  /** An event is in the log a moment after its commit, which only whoever asked for the change waits for. */
  private async untilPublished(): Promise<void> {
    const { rows } = await this.sql.query<{ committed: string }>(
      'SELECT sequence AS committed FROM outbox_head WHERE realm_id = $1',
      [TEST_REALM],
    );
    const committed = Number(rows[0]?.committed ?? 0);
    await eventually(
      async () => {
        const [published = 0] = await this.log.heads('messaging', [TEST_REALM]);
        return published >= committed;
      },
      { what: 'the log to have what is committed' },
    );
  }

  private addSystem(): void {
    const bot = testUser(this.users.size + 1, {
      fullName: 'Notification Bot',
      email: 'notification-bot@chat.example.com',
      isBot: true,
      isSystemBot: true,
    });
    this.users.set(bot.userId, bot);
    this.groups = Object.values(SYSTEM_GROUPS).map((name, index) => ({
      groupId: index + 1,
      name,
      description: '',
      isSystemGroup: true,
      memberIds: [],
      subgroupIds: [],
    }));
  }

  private async startFakes(): Promise<void> {
    const { url } = this.redis;
    this.fakes = await Promise.all([
      startFakeService(url, 'users', {
        [GetUserDirectory.pattern]: () => ({
          sequence: this.usersSequence,
          state: {
            users: [...this.users.values()],
            groups: this.groups,
            mutedUsers: Object.fromEntries(
              [...this.mutedUsers].map(([userId, muted]) => [userId, muted.map((user) => user.userId)]),
            ),
          },
        }),
      }),
      startFakeService(url, 'realm-settings', {
        [GetRealm.pattern]: () => ({ sequence: this.realmSequence, state: this.realm }),
        [GetRenderingFacts.pattern]: () => ({ sequence: this.realmSequence, state: this.rendering }),
      }),
    ]);
  }

  private async append(service: 'users' | 'realm-settings', event: { type: string; payload: unknown }): Promise<void> {
    const sequence = service === 'users' ? ++this.usersSequence : ++this.realmSequence;
    const { type, payload } = event;
    await this.log.append(service, TEST_REALM, [{ sequence, type, payload: JSON.stringify(payload) }], {
      afterWipe: true,
    });
  }
}

async function messageOf(failing: Promise<unknown>): Promise<string> {
  const reply = await failing.then(
    (value) => ({ value }),
    (error: Error) => ({ error }),
  );
  if ('error' in reply) return reply.error.message;
  throw new Error(`Was not refused: ${JSON.stringify(reply.value)}`);
}

function testUser(userId: number, fields: Partial<DirectoryUser>): DirectoryUser {
  return {
    userId,
    email: `user${userId}@example.com`,
    deliveryEmail: `user${userId}@example.com`,
    emailAddressVisibility: 1,
    fullName: `User ${userId}`,
    role: Role.Member,
    isActive: true,
    isBillingAdmin: false,
    isBot: false,
    botType: fields.isBot ? 1 : null,
    botOwnerId: null,
    avatarSource: 'G',
    avatarVersion: 1,
    timezone: '',
    joinedAtSeconds: 1_600_000_000,
    settings: {
      translateEmoticons: false,
      enableDraftsSynchronization: true,
      sendReadReceipts: true,
      presenceEnabled: true,
      wildcardMentionsNotify: true,
    },
    alertWords: [],
    ...fields,
  };
}

const pick = <Whole extends object>(whole: Whole, like: Partial<Whole>): Partial<Whole> =>
  Object.fromEntries(Object.keys(like).map((key) => [key, whole[key as keyof Whole]])) as Partial<Whole>;
