import { createHash, randomBytes } from 'node:crypto';
import {
  ALL_CAPABILITIES,
  type BegunSession,
  badRequest,
  CheckBotConfiguration,
  CreateRealm,
  CreateUserAsOperator,
  type CustomProfileField,
  DeleteStoredDrafts,
  type FieldsOf,
  FindReadableStreams,
  FindStreamsByName,
  FindSubdomain,
  FindVisibleStreams,
  GetProfileFields,
  GetRealm,
  GetRenderingSettings,
  GetUsersRegisterState,
  type IssuedDeviceKey,
  type Joining,
  type LoggedEvent,
  type NamedId,
  type Principal,
  ReadMutedMessages,
  type RealmRecord,
  RealmUpdated,
  type RenderingSettings,
  type ReplyOf,
  type RequestClass,
  type Role,
  type ServiceRequest,
  type SignInResult,
  type SignInTarget,
  SignInWithPassword,
  SubscribeNewUser,
  serviceUnavailable,
  TellGroupMembers,
} from '@chat/contracts';
import type { RequestContext } from '@chat/redis-rpc';
import { type FakeHandlers, FakeImages, realmRecord, ServiceUnderTest } from '@chat/testing';
import { UsersModule } from '../users.module.js';
import { USERS } from '../users.options.js';

export const REALM_ID = 2;

/** The realm of the tests, as the realm-settings service returns it. */
export const TEST_REALM = realmRecord({
  realmId: REALM_ID,
  name: 'Testers',
  url: 'http://chat.example',
  botDomain: 'chat.example',
  createdAtSeconds: 1_700_000_000,
});

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0';

/** A person as the gateway would vouch for them. */
export interface TestUser extends Principal {
  readonly apiKey: string;
}

/**
 * The users service with its replicas on a database and a Redis of the test's own. The realm-settings service is played; set
 * `realm`, `profileFields` or `rendering` before something asks for it the first time.
 */
export class UsersUnderTest extends ServiceUnderTest {
  realm: RealmRecord = TEST_REALM;
  profileFields: readonly CustomProfileField[] = [];
  rendering: RenderingSettings = { linkifiers: [], emoji: [], playgrounds: [] };
  /** Requests to subscribe a new user, with their log positions. */
  readonly subscribed: { userId: number; asOf: string | undefined; joining?: Joining | undefined }[] = [];
  /** Requests to delete stored drafts, with their log positions. */
  readonly draftsDeleted: { userId: number; asOf: string | undefined }[] = [];
  /** Requests to mark messages of a muted user as read. */
  readonly mutedRead: ReadMutedMessages[] = [];
  /** Requests to notify the members of changed groups. */
  readonly membersTold: TellGroupMembers[] = [];
  /** Streams that every user may read. */
  readableStreams: readonly number[] = [];
  /** Streams that every bot and owner sees. */
  streamsOfBots: readonly NamedId[] = [];
  /** Delays the reply with the streams of given names. */
  delayNamedStreams = async (): Promise<void> => {};
  /** Delays the reply with the streams that a bot or owner sees. */
  delayVisibleStreams = async (): Promise<void> => {};
  /** Configurations of bots that users let integrations judge. */
  readonly checkedConfigurations: CheckBotConfiguration[] = [];
  readonly createdRealms: (RealmRecord & { creationId: string | undefined })[] = [];
  /** The realm-settings service creates realms, and its replies do not arrive. */
  losesCreatedRealms = false;
  /** The pictures of the files service. */
  readonly images = new FakeImages();
  /** The messaging service refuses. */
  isMessagingBroken = false;
  private people = 0;
  private signIns = 0;

  static async start({
    replicas = 1,
    env = {},
  }: {
    replicas?: number;
    env?: Record<string, string>;
  } = {}): Promise<UsersUnderTest> {
    const secretKey = randomBytes(32).toString('base64');
    const users = new UsersUnderTest(UsersModule, USERS, REALM_ID, { SECRET_KEY: secretKey, ...env });
    await users.open();
    await users.play('realm-settings', users.realmSettings());
    await users.play('messaging', users.messaging());
    await users.play('integrations', users.integrations());
    await users.images.start();
    await users.play('files', users.images.handlers);
    await users.startReplicas(replicas);
    return users;
  }

  ask<Request extends ServiceRequest<unknown>>(
    type: RequestClass<Request>,
    fields: FieldsOf<Request>,
  ): Promise<ReplyOf<Request>> {
    return this.request(type, fields);
  }

  override async stop(): Promise<void> {
    await super.stop();
    this.images.stop();
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

  /** A new session of a browser, with the hash of its token. */
  async session(person: Pick<TestUser, 'email'>, password: string): Promise<BegunSession & { tokenHash: string }> {
    const tokenHash = createHash('sha256').update(randomBytes(32)).digest('base64url');
    const result = await this.signIn(person, password, { kind: 'web', tokenHash });
    if (result.result !== 'session') throw new Error(`No session: ${result.result}`);
    return { ...result, tokenHash };
  }

  async deviceKey(person: Pick<TestUser, 'email'>, password: string): Promise<IssuedDeviceKey> {
    const result = await this.signIn(person, password, { kind: 'mobile' });
    if (result.result !== 'device_key') throw new Error(`No key: ${result.result}`);
    return result;
  }

  /** A sign-in by password, from another address each time. */
  signIn({ email }: Pick<TestUser, 'email'>, password: string, target: Partial<SignInTarget>): Promise<SignInResult> {
    const n = ++this.signIns;
    const browser = { kind: 'web', tokenHash: 'x'.repeat(43), userAgent: FIREFOX } as const;
    const clientAddress = `10.1.${n >> 8}.${n & 255}`;
    return this.ask(SignInWithPassword, {
      ...{ realmId: REALM_ID, username: email, password },
      target: { ...browser, clientAddress, ...target },
    });
  }

  /** The register response of the users service for the event types; null: all types. */
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

  /** Changes the realm and publishes it, as the realm-settings service does. */
  async changeRealm(change: Partial<RealmRecord>): Promise<void> {
    const previous = Object.fromEntries(Object.keys(change).map((key) => [key, this.realm[key as keyof RealmRecord]]));
    this.realm = { ...this.realm, ...change };
    await this.publish('realm-settings', RealmUpdated.of({ realm: this.realm, previous, actorId: null }));
  }

  /** Executes SQL on the tables of the service, to check rows or to let time pass. */
  async sql<Row>(statement: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return (await this.connections.query(statement, [...parameters])).rows as Row[];
  }

  async eventsOf(work: () => Promise<unknown>): Promise<{ type: string; payload: Record<string, unknown> }[]> {
    const before = (await this.events()).length;
    await work();
    const events = (await this.events()) as LoggedEvent<Record<string, unknown>>[];
    return events.slice(before).map(({ type, payload }) => ({ type, payload }));
  }

  private messaging(): FakeHandlers {
    return {
      [SubscribeNewUser.pattern]: ({ userId, joining }: SubscribeNewUser, { asOf }: RequestContext) => {
        this.subscribed.push({ userId, asOf, ...(joining && { joining }) });
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
      [FindReadableStreams.pattern]: ({ streamIds }: FindReadableStreams) => ({
        streamIds: streamIds.filter((streamId) => this.readableStreams.includes(streamId)),
      }),
      [FindStreamsByName.pattern]: async ({ names }: FindStreamsByName) => {
        const streams = names.map((name) => {
          const stream = this.streamsOfBots.find((one) => one.name === name);
          if (stream === undefined) throw badRequest(`Invalid stream name '${name}'`);
          return stream;
        });
        await this.delayNamedStreams();
        return { streams };
      },
      [FindVisibleStreams.pattern]: async ({ streamIds }: FindVisibleStreams) => {
        const streams = this.streamsOfBots.filter(({ id }) => streamIds.includes(id));
        await this.delayVisibleStreams();
        return { streams };
      },
      [TellGroupMembers.pattern]: (request: TellGroupMembers) => {
        this.membersTold.push(request);
        if (this.isMessagingBroken) throw new Error('out of order');
      },
    };
  }

  private integrations(): FakeHandlers {
    return {
      [CheckBotConfiguration.pattern]: (request: CheckBotConfiguration) => {
        this.checkedConfigurations.push(request);
        if (request.serviceName === 'nonsense') throw badRequest("Invalid integration 'nonsense'.");
      },
    };
  }

  private realmSettings(): FakeHandlers {
    return {
      [GetRealm.pattern]: ({ realmId }: GetRealm) => {
        const created = this.createdRealms.find((realm) => realm.realmId === realmId);
        return { sequence: this.sequenceOf('realm-settings'), state: created ?? this.realm };
      },
      [FindSubdomain.pattern]: ({ str }: FindSubdomain) => {
        const isTaken = this.createdRealms.some((realm) => realm.str === str);
        return { isTaken, url: `http://${str}.chat.example` };
      },
      [CreateRealm.pattern]: ({ str, name, creationId }: CreateRealm) => {
        const former = this.createdRealms.find((realm) => realm.creationId === creationId);
        if (former !== undefined) return former;
        if (this.createdRealms.some((realm) => realm.str === str)) throw badRequest('Subdomain already in use.');
        const realmId = 1_000 + this.createdRealms.length;
        const host = `${str}.chat.example`;
        const realm = realmRecord({ realmId, str, name, url: `http://${host}`, botDomain: host, isDefault: false });
        this.createdRealms.push({ ...realm, creationId });
        if (this.losesCreatedRealms) throw serviceUnavailable('realm-settings', 'unknown');
        return realm;
      },
      [GetProfileFields.pattern]: () => ({ sequence: 0, state: this.profileFields }),
      [GetRenderingSettings.pattern]: () => ({ sequence: 0, state: this.rendering }),
    };
  }
}
