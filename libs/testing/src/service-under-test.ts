import { randomUUID } from 'node:crypto';
import {
  type ActorOf,
  type DomainEvent,
  type DomainEventType,
  type Endpoint,
  type FieldsOf,
  type LoggedEvent,
  type ParametersOf,
  type ReplyOf,
  type RequestClass,
  requestOf,
  type ServiceName,
  type ServiceRequest,
  type WireResponseOf,
} from '@chat/contracts';
import {
  consumerEventsKey,
  DomainEventLog,
  decodeLogEntry,
  logKey,
  partitionOf,
  stateEventsKey,
  stateEventsTailKey,
  waitUntilHandled,
} from '@chat/event-log';
import { openDataSource, runMigrations } from '@chat/persistence';
import { RedisTransportClient } from '@chat/redis-rpc';
import { MICROSERVICE, type RunningService, type ServiceDatabase, type ServiceOptions, serve } from '@chat/service-kit';
import type { Type } from '@nestjs/common';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { Test } from '@nestjs/testing';
import pg from 'pg';
import { eventually } from './eventually.js';
import { type FakeHandlers, startFakeService } from './fake-service.js';
import { RecordingLogger } from './recording-logger.js';
import { schemaDifferences } from './schema-differences.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';
import { createTestRedis, type TestRedis } from './test-redis.js';

/** The provider that a test puts in the place of the one of the module. */
export type Override = readonly [provider: Type, value: unknown];

/** A replica of the service in this process, with the settings of `process.env`. */
export async function startReplicaUnderTest(
  module: Type,
  overrides: readonly Override[] = [],
): Promise<RunningService> {
  const builder = Test.createTestingModule({ imports: [module] });
  for (const [provider, value] of overrides) builder.overrideProvider(provider).useValue(value);
  const testing = await builder.setLogger(false as never).compile();
  return serve(testing.createNestMicroservice<MicroserviceOptions>(MICROSERVICE as never));
}

/**
 * A service of one module with any number of replicas, on a database and a Redis of the test's own. Other services are
 * fakes, and their events go through the real log.
 */
export class ServiceUnderTest {
  readonly replicas: RunningService[] = [];
  redis!: TestRedis;
  /** Only if the service has one. */
  database!: TestDatabase;
  client!: RedisTransportClient;
  private pool: pg.Pool | undefined;
  private log!: DomainEventLog;
  private readonly fakes: { close(): Promise<void> }[] = [];
  private readonly sequences = new Map<ServiceName, number>();

  constructor(
    private readonly module: Type,
    private readonly options: ServiceOptions,
    /** The realm of requests and events. */
    public realmId = 1,
    private readonly environment: Readonly<Record<string, string>> = {},
  ) {}

  /** Makes the servers. Services to be played come next, then the replicas. */
  async open(): Promise<void> {
    this.redis = await createTestRedis();
    this.log = new DomainEventLog(this.redis.redis);
    this.client = new RedisTransportClient(this.redis.url, { name: 'test', logger: new RecordingLogger() });
    await this.client.connect();
    const { database } = this.options;
    if (database === undefined) return;
    this.database = await createServiceDatabase(this.options.name, database);
    const options = `-c search_path=${database.schema}`;
    this.pool = new pg.Pool({ connectionString: this.database.url, options, max: 3 });
    // A connection that is closing when its database is dropped has nothing more to say.
    this.pool.on('error', () => {});
  }

  /** Has a service answer requests by pattern. */
  async play(service: ServiceName, handlers: FakeHandlers): Promise<void> {
    this.fakes.push(await startFakeService(this.redis.url, service, handlers));
  }

  async startReplica(...overrides: Override[]): Promise<RunningService> {
    process.env['LOG_LEVEL'] ??= 'silent';
    Object.assign(process.env, this.environment, {
      REDIS_URL: this.redis.url,
      INSTANCE: String(this.replicas.length),
      ...(this.database && { DATABASE_URL: this.database.url }),
    });
    const replica = await startReplicaUnderTest(this.module, overrides);
    this.replicas.push(replica);
    return replica;
  }

  async startReplicas(count: number): Promise<void> {
    for (let n = 0; n < count; n++) await this.startReplica();
  }

  async stop(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.stop()));
    await Promise.all(this.fakes.map((fake) => fake.close()));
    await this.client.close();
    await this.pool?.end();
    await this.redis.close();
    await this.database?.drop();
  }

  /** Sends a request as the gateway does: the reply reflects every state event that is in the log. */
  async request<Request extends ServiceRequest<unknown>>(
    type: RequestClass<Request>,
    fields: FieldsOf<Request>,
    realmId = this.realmId,
  ): Promise<ReplyOf<Request>> {
    const asOf = await this.tail(realmId);
    return this.client.request(type, fields, { realmId, requestId: randomUUID(), asOf });
  }

  /** Calls an endpoint of the service as the gateway does. The response is as it stands on the wire, without the envelope. */
  call<E extends Endpoint>(
    endpoint: E,
    actor: ActorOf<E>,
    parameters: ParametersOf<E>,
    clientName = 'test',
  ): Promise<WireResponseOf<E>> {
    const request = {
      ...{ actor, parameters },
      ...(endpoint.passesClientName && { clientName }),
      ...(endpoint.passesClientAddress && { clientAddress: '127.0.0.1' }),
    };
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

  /** The last state event of the realm's partition. */
  async tail(realmId = this.realmId): Promise<string | undefined> {
    return (await this.redis.redis.get(stateEventsTailKey(partitionOf(realmId)))) ?? undefined;
  }

  /** The events of the realm in the log, of all services, in order. Contains every event that was committed before the call. */
  async events(realmId = this.realmId): Promise<LoggedEvent[]> {
    await this.untilPublished(realmId);
    const entries = await this.redis.redis.xrange(logKey(partitionOf(realmId)), '-', '+');
    return entries.map((entry) => decodeLogEntry(entry)).filter((event) => event.realmId === realmId);
  }

  /** The payloads of the realm's events of one type. */
  async published<Payload>(type: DomainEventType<string, Payload>): Promise<Payload[]> {
    return (await this.events()).filter((event) => type.matches(event)).map(({ payload }) => payload as Payload);
  }

  /** Puts an event of another service into the log. */
  async publish(service: ServiceName, { type, payload }: DomainEvent): Promise<void> {
    const sequence = this.sequenceOf(service) + 1;
    this.sequences.set(service, sequence);
    const event = { sequence, type, payload: JSON.stringify(payload) };
    await this.log.append(service, this.realmId, [event], { afterWipe: true });
  }

  /** Gives a consumer group all events of the realm's partition that it reads once more, also those that a replica is handling. */
  async repeatEvents(group: string): Promise<void> {
    const { redis } = this.redis;
    for (const key of this.consumedStreams()) {
      const groups = (await redis.xinfo('GROUPS', key).catch(() => [])) as unknown[][];
      if (groups.some((fields) => fields.includes(group))) await redis.xgroup('SETID', key, group, '0');
    }
  }

  /** Gives a consumer group an event that it has handled once more, some seconds later, as after a failed try. */
  async repeatLate(group: string, logId: string): Promise<void> {
    const { redis } = this.redis;
    const [stateEvents, consumerEvents] = this.consumedStreams();
    const isStateEvent = (await redis.xrange(stateEvents, logId, logId)).length > 0;
    const position = { realmId: this.realmId, asOf: isStateEvent ? logId : undefined };
    await waitUntilHandled(redis, group, { ...position, withinMs: 15_000 });
    const key = isStateEvent ? stateEvents : consumerEvents;
    await redis.xclaim(key, group, 'dead replica', 0, logId, 'IDLE', 60_000, 'FORCE', 'JUSTID');
  }

  private consumedStreams(): [stateEvents: string, consumerEvents: string] {
    const partition = partitionOf(this.realmId);
    return [stateEventsKey(partition), consumerEventsKey(partition)];
  }

  /** How many events of another service were published: the stamp of its state. */
  sequenceOf(service: ServiceName): number {
    return this.sequences.get(service) ?? 0;
  }

  /** For statements on the tables of the service, to read stored data or to let time pass. */
  get connections(): pg.Pool {
    if (this.pool === undefined) throw new Error(`${this.options.name} has no database.`);
    return this.pool;
  }

  /** An event is in the log a moment after its commit, which only the request that caused it waits for. */
  private async untilPublished(realmId: number): Promise<void> {
    if (this.pool === undefined) return;
    const { rows } = await this.pool.query<{ committed: string }>(
      'SELECT sequence AS committed FROM outbox_head WHERE realm_id = $1',
      [realmId],
    );
    const committed = Number(rows[0]?.committed ?? 0);
    await eventually(
      async () => {
        const [published = 0] = await this.log.ends.heads(this.options.name, [realmId]);
        return published >= committed;
      },
      { what: 'the log to have what is committed' },
    );
  }
}

function createServiceDatabase(service: string, database: ServiceDatabase): Promise<TestDatabase> {
  const migrations = (database.migrations ?? []).map(({ name }) => name);
  return createTestDatabase([service, ...migrations].join(' '), (databaseUrl) =>
    runMigrations({ ...database, databaseUrl, applicationName: 'test' }),
  );
}

/**
 * Returns one sentence for each difference between the entities of a service and its migrated schema. The test must import the
 * module of the service, which registers the entities.
 */
export async function entityDifferences(service: string, settings: ServiceDatabase): Promise<string[]> {
  const database = await createServiceDatabase(service, settings);
  const connection = { ...settings, databaseUrl: database.url, applicationName: 'test' };
  const dataSource = await openDataSource(connection).initialize();
  try {
    return await schemaDifferences(dataSource);
  } finally {
    await dataSource.destroy();
    await database.drop();
  }
}

/** The message of the error with which `work` rejects; throws if it succeeds. */
export async function messageOf(work: Promise<unknown>): Promise<string> {
  const value = await work.catch((error: Error) => error);
  if (value instanceof Error) return value.message;
  throw new Error(`Was not refused: ${JSON.stringify(value)}`);
}

/** {@link ServiceUnderTest} with one replica for a test file. Each test has a new realm. */
export function serviceUnderTest(module: Type, options: ServiceOptions): ServiceUnderTest {
  // This package is also loaded outside of Jest, where `@jest/globals` throws.
  const { beforeAll, beforeEach, afterAll } = globalThis as unknown as typeof import('@jest/globals');
  const service = new ServiceUnderTest(module, options);
  beforeAll(async () => {
    await service.open();
    await service.startReplica();
  });
  beforeEach(() => void service.realmId++);
  afterAll(() => service.stop());
  return service;
}
