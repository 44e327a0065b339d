import { Role } from '@chat/contracts';
import type { ApiClient } from '../support/api-client.js';
import { Organization, type OrganizationOwnerOptions, type TestUser } from '../support/organization.js';
import { png } from '../support/png.js';
import { sendFile } from '../support/send-file.js';
import { type Credential, callerWith, newDeviceKey } from '../support/signed-in.js';
import { createUpload, type TusAddress, type TusCaller, tusRequest } from '../support/tus-request.js';

/** All kinds of callers, in the order of the columns of the expectations. */
export const ACTOR_KINDS = [
  'owner',
  'administrator',
  'moderator',
  'member',
  'guest',
  'bot',
  'deactivated',
  'nobody',
  'spectator',
] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

export type StreamName = 'open' | 'public' | 'inside' | 'outside';

/** A caller. Without an account its user id belongs to no user. */
export interface Actor {
  readonly kind: ActorKind;
  readonly client: ApiClient;
  readonly userId: number;
  readonly email: string;
  readonly apiKey: string;
  /** Headers of the session, if it calls by one. */
  readonly session?: Readonly<Record<string, string>>;
}

/** An id that nothing has. */
export const NOTHING = 2_000_000_000;

const ROLES: Partial<Record<ActorKind, Role>> = {
  owner: Role.Owner,
  administrator: Role.Administrator,
  moderator: Role.Moderator,
  guest: Role.Guest,
};

/**
 * An organization with four streams. All actors are subscribed to "open" (public) and "inside" (private); only other users
 * are subscribed to "public" and to "outside" (private). Each request gets new objects to change.
 */
export class World {
  private made = 0;
  private foreignSessionId: Promise<number> | undefined;

  private constructor(
    readonly organization: Organization,
    /** A member that owns the foreign objects. */
    readonly other: TestUser,
    /** A member without conversations with the actors. */
    readonly stranger: TestUser,
    readonly streams: Readonly<Record<StreamName, number>>,
    private readonly actors: ReadonlyMap<ActorKind, Actor>,
    private readonly system: OrganizationOwnerOptions,
    private readonly credential: Credential,
  ) {}

  static async create(
    system: OrganizationOwnerOptions,
    hasSpectators: boolean,
    credential: Credential = 'key',
  ): Promise<World> {
    const organization = await Organization.create({ ...system, domain: 'localhost' });
    const { owner } = organization;
    const other = await organization.addUser('Otto Other');
    const stranger = await organization.addUser('Stan Stranger', Role.Member, { password: undefined });
    const kinds = hasSpectators ? (['spectator'] as const) : ACTOR_KINDS.filter((kind) => kind !== 'spectator');
    const actors = new Map<ActorKind, Actor>();
    for (const kind of kinds) actors.set(kind, await newActor(system, organization, other, kind, credential));
    const ids = [...actors.values()].map(({ userId }) => userId).filter((id) => id !== NOTHING);
    const subscribe = (name: string, isPrivate: boolean, principals: number[]) =>
      owner.client.post('/users/me/subscriptions', {
        subscriptions: [{ name }],
        invite_only: isPrivate,
        principals,
      });
    await subscribe('open', false, [other.userId, ...ids]);
    await subscribe('inside', true, [owner.userId, other.userId, ...ids]);
    await other.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'public' }] });
    await other.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'outside' }], invite_only: true });
    await owner.client.patch('/realm', {
      enable_read_receipts: true,
      ...(hasSpectators && { enable_spectator_access: true }),
    });
    const deactivated = actors.get('deactivated');
    if (deactivated) await owner.client.delete(`/users/${deactivated.userId}`);
    const idOf = async (stream: string): Promise<number> =>
      (await other.client.get('/get_stream_id', { stream })).stream_id;
    const streams = {
      open: await idOf('open'),
      public: await idOf('public'),
      inside: await idOf('inside'),
      outside: await idOf('outside'),
    };
    return new World(organization, other, stranger, streams, actors, system, credential);
  }

  get owner(): TestUser {
    return this.organization.owner;
  }

  actor(kind: ActorKind): Actor {
    return this.actors.get(kind) as Actor;
  }

  /** Another actor of the same kind, for requests that end their sender. */
  async another({ kind, client }: Actor): Promise<Actor> {
    if (kind === 'deactivated' || kind === 'nobody' || kind === 'spectator') return { ...this.actor(kind), client };
    return newActor(this.system, this.organization, this.other, kind, this.credential);
  }

  /** The same kind of actor in an organization of its own. */
  async elsewhere(actor: Actor): Promise<Actor> {
    const organization = await Organization.create({ ...this.system, domain: 'localhost' });
    const { owner } = organization;
    return { ...actor, client: owner.client };
  }

  /** A name that nothing has yet. */
  name(): string {
    return `thing-${++this.made}`;
  }

  /** A new member without subscriptions, conversations or a password: the hash would cost more than the rest. */
  victim(): Promise<TestUser> {
    return this.organization.addUser(`Victim ${this.name()}`, Role.Member, { password: undefined });
  }

  /** The id of a device key of another user. No actor may end it, so all requests name the same one. */
  foreignSession(): Promise<number> {
    this.foreignSessionId ??= this.newForeignSession();
    return this.foreignSessionId;
  }

  private async newForeignSession(): Promise<number> {
    await newDeviceKey(this.system.baseUrl, this.organization, this.other);
    return (await this.other.client.get('/users/me/sessions')).sessions[0].session_id;
  }

  /** A message of another user in a stream. */
  async message(stream: StreamName, topic = 'topic', content = 'Hello'): Promise<number> {
    const fields = { type: 'stream', to: this.streams[stream], topic, content };
    return (await this.other.client.post('/messages', fields)).id;
  }

  /** A direct message of another user to `userIds`. */
  async direct(...userIds: number[]): Promise<number> {
    const to = userIds.filter((id) => id !== NOTHING);
    return (await this.other.client.post('/messages', { type: 'direct', to, content: 'Hello' })).id;
  }

  /** A user group with another user as its only member. */
  async group(...memberIds: number[]): Promise<number> {
    const name = this.name();
    const members = [this.other.userId, ...memberIds.filter((id) => id !== NOTHING)];
    await this.owner.client.post('/user_groups/create', { name, description: '', members });
    const { user_groups } = await this.owner.client.get('/user_groups');
    return user_groups.find((group: { name: string }) => group.name === name).id;
  }

  /** A public stream that the owner made. */
  async stream(): Promise<{ id: number; name: string }> {
    const name = this.name();
    await this.owner.client.post('/users/me/subscriptions', { subscriptions: [{ name }] });
    return { name, id: (await this.owner.client.get('/get_stream_id', { stream: name })).stream_id };
  }

  /** Uploads a small picture. */
  sendPicture({ email, apiKey, session }: Pick<Actor, 'email' | 'apiKey' | 'session'>, path: string) {
    const picture = Buffer.from(png(1, 1), 'latin1');
    const user = { ...this.other, email, apiKey };
    return sendFile(this.system.baseUrl, this.organization.host, user, path, 'picture.png', picture, session);
  }

  /** Sends a request of tus; its body is `hello` if it has a type. */
  async sendTus(caller: TusCaller, method: string, path: string, headers: Readonly<Record<string, string>>) {
    const address = this.tusAddress(caller);
    const body = headers['content-type'] === undefined ? '' : 'hello';
    const { status, text } = await tusRequest(address, method, path.replace(/^\/tus/, ''), headers, body);
    return { status, body: text === '' ? {} : JSON.parse(text) };
  }

  /** The id of a new upload of 5 bytes. */
  upload(caller: TusCaller): Promise<string> {
    return createUpload(this.tusAddress(caller), 5);
  }

  private tusAddress(caller: TusCaller): TusAddress {
    return { gateway: this.system.baseUrl, host: this.organization.host, caller };
  }

  close(): Promise<void> {
    return this.organization.close();
  }
}

async function newActor(
  { baseUrl }: OrganizationOwnerOptions,
  organization: Organization,
  botOwner: TestUser,
  kind: ActorKind,
  credential: Credential,
): Promise<Actor> {
  if (kind === 'nobody' || kind === 'spectator') {
    return { kind, client: organization.anonymous(), userId: NOTHING, email: 'nobody@chat.test', apiKey: 'nothing' };
  }
  const extra = kind === 'bot' ? { isBot: true, botOwnerId: botOwner.userId, password: undefined } : {};
  const user = await organization.addUser(`An ${kind}`, ROLES[kind] ?? Role.Member, extra);
  // Bots have an API key only.
  if (credential === 'key' || kind === 'bot') return { kind, ...user };
  return { kind, ...user, ...(await callerWith(credential, baseUrl, organization, user)) };
}
