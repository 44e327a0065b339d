import { randomUUID } from 'node:crypto';
import {
  type ActorOf,
  CreateRealm,
  DropUnfitProfileValues,
  type Endpoint,
  type FieldsOf,
  GetFanoutFacts,
  GetStreamFacts,
  type ParametersOf,
  type Principal,
  type RealmRecord,
  type ReplyOf,
  type RequestClass,
  Role,
  requestOf,
  type ServiceName,
  type ServiceRequest,
  type StreamFacts,
  UpdateFullMembers,
  type WireResponseOf,
} from '@chat/contracts';
import { decodeLogEntry, factsTailKey, logKey, partitionOf, type RawLogEntry } from '@chat/event-log';
import { runMigrations } from '@chat/persistence';
import type { RequestContext } from '@chat/redis-rpc';
import { type RunningService, startService } from '@chat/service-kit';
import {
  createTestDatabase,
  createTestRedis,
  startFakeService,
  type TestDatabase,
  type TestRedis,
} from '@chat/testing';
import { MIGRATIONS } from '../migrations/index.js';
import { RealmSettingsModule } from '../realm-settings.module.js';
import { REALM_SETTINGS } from '../realm-settings.options.js';

/** The real service with `replicas` replicas, on PostgreSQL and Redis of its own; messaging and users are played. */
export class RealmSettingsForTests {
  /** What the messaging service would say. */
  streams: StreamFacts[] = [];
  subscriptions: Record<number, number[]> = {};
  /** What the users service was asked to drop the values of, with what it had to know of before. */
  readonly valuesDropped: { fieldIds: number[]; asOf: string | undefined }[] = [];
  /** The users service refuses. */
  isUsersBroken = false;
  /** What the users service was asked to do by a changed waiting period: the realm each time. */
  readonly fullMembersUpdated: number[] = [];
  realm!: RealmRecord;
  private foreignSequence = 0;

  private constructor(
    readonly database: TestDatabase,
    readonly redis: TestRedis,
    private readonly services: RunningService[],
    private readonly fakes: { close(): Promise<void> }[],
  ) {}

  static async start(replicas = 1): Promise<RealmSettingsForTests> {
    const names = MIGRATIONS.map((migration) => migration.name).join('_');
    const database = await createTestDatabase(`realm_settings_${names}`, (url) =>
      runMigrations({ ...REALM_SETTINGS.database, databaseUrl: url, applicationName: 'test' }),
    );
    const redis = await createTestRedis();
    Object.assign(process.env, { DATABASE_URL: database.url, REDIS_URL: redis.url, LOG_LEVEL: 'error' });
    const services: RunningService[] = [];
    const fakes: { close(): Promise<void> }[] = [];
    const started = new RealmSettingsForTests(database, redis, services, fakes);
    fakes.push(
      await startFakeService(redis.url, 'messaging', {
        [GetStreamFacts.pattern]: () => ({ sequence: 0, state: started.streams }),
        [GetFanoutFacts.pattern]: () => ({ sequence: 0, state: { subscriptions: started.subscriptions } }),
      }),
    );
    fakes.push(
      await startFakeService(redis.url, 'users', {
        [DropUnfitProfileValues.pattern]: ({ previous }: DropUnfitProfileValues, { asOf }: RequestContext) => {
          started.valuesDropped.push({ fieldIds: previous.map(({ id }) => id), asOf });
          if (started.isUsersBroken) throw new Error('out of order');
        },
        [UpdateFullMembers.pattern]: ({ realmId }: UpdateFullMembers) => void started.fullMembersUpdated.push(realmId),
      }),
    );
    for (let replica = 0; replica < replicas; replica++) {
      services.push(await startService(RealmSettingsModule));
    }
    started.realm = await started.askOutside(CreateRealm, { str: 'acme', name: 'Acme' });
    return started;
  }

  async stop(): Promise<void> {
    await Promise.all(this.services.map((service) => service.stop()));
    await Promise.all(this.fakes.map((fake) => fake.close()));
    await this.redis.close();
    await this.database.drop();
  }

  /** Asks as the gateway does: whatever anybody was told before this request is seen. */
  async ask<Request extends ServiceRequest<unknown>>(
    type: RequestClass<Request>,
    fields: FieldsOf<Request>,
    realmId = this.realm.realmId,
  ): Promise<ReplyOf<Request>> {
    const asOf = await this.tail(realmId);
    return this.client.request(type, fields, { realmId, requestId: randomUUID(), asOf });
  }

  /** Calls an endpoint of the service as the gateway does. The response is as it stands on the wire, without the envelope. */
  call<E extends Endpoint>(endpoint: E, actor: ActorOf<E>, parameters: ParametersOf<E>): Promise<WireResponseOf<E>> {
    return this.ask(requestOf(endpoint), { actor, parameters }) as Promise<WireResponseOf<E>>;
  }

  /** The message of the error of a call; `accepted` if the call succeeds. */
  callError<E extends Endpoint>(endpoint: E, actor: ActorOf<E>, parameters: ParametersOf<E>): Promise<string> {
    return this.refusal(this.call(endpoint, actor, parameters));
  }

  /** The last fact of the realm's partition. */
  async tail(realmId = this.realm.realmId): Promise<string | undefined> {
    return (await this.redis.redis.get(factsTailKey(partitionOf(realmId)))) ?? undefined;
  }

  /** Asks as an operator does, outside of any realm. */
  askOutside<Request extends ServiceRequest<unknown>>(
    type: RequestClass<Request>,
    fields: FieldsOf<Request>,
  ): Promise<ReplyOf<Request>> {
    return this.client.request(type, fields, { realmId: 0, requestId: randomUUID() });
  }

  /** Asks one replica, naming no position in the log: as another service's projection does. */
  askReplica<Request extends ServiceRequest<unknown>>(
    type: RequestClass<Request>,
    fields: FieldsOf<Request>,
    replica: number,
  ): Promise<ReplyOf<Request>> {
    const { instance } = (this.services[replica] as RunningService).resources.settings;
    return this.client.request(type, fields, { realmId: this.realm.realmId, requestId: randomUUID() }, instance);
  }

  /** The refusal's message. */
  async refusal(work: Promise<unknown>): Promise<string> {
    return work.then(
      () => 'accepted',
      (error: Error) => error.message,
    );
  }

  actor(role: Role = Role.Administrator, userId = 7): Principal {
    return {
      realmId: this.realm.realmId,
      userId,
      role,
      isBot: false,
      email: `user${userId}@example.com`,
      fullName: 'Ana',
      joinedAtSeconds: 0,
    };
  }

  /** The domain events of the realm so far, as the log holds them. */
  async events(realmId = this.realm.realmId): Promise<{ type: string; sequence: number; payload: unknown }[]> {
    const entries = (await this.redis.redis.xrange(logKey(partitionOf(realmId)), '-', '+')) as RawLogEntry[];
    return entries.map(decodeLogEntry).filter((event) => event.realmId === realmId);
  }

  /** Puts another service's event into the log. */
  async logForeign(service: ServiceName, type: string, payload: unknown): Promise<void> {
    const { log } = (this.services[0] as RunningService).resources;
    const sequence = ++this.foreignSequence;
    await log.append(service, this.realm.realmId, [{ sequence, type, payload: JSON.stringify(payload) }]);
  }

  private get client() {
    return (this.services[0] as RunningService).resources.client;
  }
}
