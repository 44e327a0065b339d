import {
  deactivateOwnUser,
  type Endpoint,
  EXAMPLE_IDS,
  EXAMPLE_VALUES,
  type ExampleValue,
  exampleParameters,
  regenerateApiKey,
} from '@chat/contracts';
import { Client } from 'pg';
import { codeOf } from '../support/code-of.js';
import { HostProxy } from '../support/host-proxy.js';
import { newPasskey } from '../support/new-passkey.js';
import { Organization, TEST_PASSWORD, type TestUser } from '../support/organization.js';
import { png } from '../support/png.js';
import { sendFile } from '../support/send-file.js';
import type { SharedSystem } from '../support/shared-system.js';
import { createUpload } from '../support/tus-request.js';
import { OWN_PARAMETERS, type Parameters } from './own-parameters.js';

export const PICTURE = Buffer.from(png(1, 1), 'latin1');
/** A GIF of one pixel that changes its color. */
const ANIMATION = Buffer.from(
  '47494638396101000100800000000000ffffff21ff0b4e45545343415045322e30030100000021f904000a0000002c0000000001000100000202' +
    '44010021f904000a0000002c00000000010001000002024c01003b',
  'hex',
);
const IN_DESIGN = { type: 'stream', to: 'design', topic: 'lunch', content: 'Soup at noon?' };

/** Examples that end the access of their sender. */
const WITH_NEW_ACCOUNT: readonly string[] = [deactivateOwnUser.pattern, regenerateApiKey.pattern];

/** An organization with the objects that the examples name. */
export class ExampleOrganization {
  private readonly replacements = new Map<ExampleValue, ExampleValue>();
  /** Senders other than the owner, by the patterns of endpoints. */
  private readonly senders = new Map<string, TestUser>();

  private constructor(
    private readonly system: SharedSystem,
    readonly organization: Organization,
    private readonly proxy: HostProxy,
  ) {}

  static async create(system: SharedSystem): Promise<ExampleOrganization> {
    const organization = await Organization.create({ ...system, domain: 'localhost' });
    const proxy = await HostProxy.start(system.baseUrl, organization.host);
    const place = new ExampleOrganization(system, organization, proxy);
    await place.addObjects();
    return place;
  }

  async close(): Promise<void> {
    await this.proxy.close();
    await this.organization.close();
  }

  /** The parameters of the example with ids of existing objects. */
  async parametersOf(endpoint: Endpoint): Promise<Parameters> {
    const own = await OWN_PARAMETERS[endpoint.pattern]?.(this);
    return { ...(this.replaced(exampleParameters(endpoint)) as Parameters), ...own };
  }

  async environmentOf(endpoint: Endpoint): Promise<Readonly<Record<string, string>>> {
    const isNew = WITH_NEW_ACCOUNT.includes(endpoint.pattern);
    const sender = isNew ? await this.organization.addUser('Oda Own') : this.senders.get(endpoint.pattern);
    const { email, apiKey } = sender ?? this.owner;
    return { SERVER: this.proxy.origin, EMAIL: email, API_KEY: apiKey };
  }

  /** Selects a new passkey, for its deletion. */
  async passkey(): Promise<Parameters> {
    const response = await newPasskey(this.owner);
    const { passkey_id } = await this.owner.client.post('/users/me/passkeys', { name: 'Phone', response });
    return { passkey_id, password: TEST_PASSWORD };
  }

  /** Begins to set up a second factor for a new sender of the example. */
  async begunSetUp(endpoint: Endpoint): Promise<{ code: string }> {
    const sender = await this.organization.addUser('Tim Twofold');
    this.senders.set(endpoint.pattern, sender);
    const { secret } = await sender.client.post('/users/me/second_factor/totp', { password: TEST_PASSWORD });
    // The code of the next step works for the longest time: a minute at least.
    return { code: codeOf(secret, 1) };
  }

  /** Gives a new sender of the example a second factor. */
  async secondFactor(endpoint: Endpoint): Promise<Parameters> {
    const { code } = await this.begunSetUp(endpoint);
    const { client } = this.senders.get(endpoint.pattern) as TestUser;
    const { recovery_codes } = await client.post('/users/me/second_factor/totp/confirm', { code });
    return { code: recovery_codes[0], password: TEST_PASSWORD };
  }

  async stream(name: string): Promise<number> {
    await this.owner.client.post('/users/me/subscriptions', { subscriptions: [{ name }] });
    return (await this.owner.client.get('/get_stream_id', { stream: name })).stream_id;
  }

  async message(): Promise<number> {
    return (await this.owner.client.post('/messages', IN_DESIGN)).id;
  }

  /** The path of a new file below the id of its organization. */
  async file(): Promise<string> {
    const { url } = (await this.sendPicture(this.owner, '/user_uploads', PICTURE)).body;
    return url.replace(`/user_uploads/${this.organization.realmId}/`, '');
  }

  /** The parts of the temporary address of a new file. */
  async temporaryFile(): Promise<Parameters> {
    const path = `/user_uploads/${this.organization.realmId}/${await this.file()}`;
    const [file_name, token] = (await this.owner.client.get(path)).url.split('/').reverse();
    return { token, file_name };
  }

  /** The id of a new upload of 5 bytes. */
  resumableUpload(): Promise<string> {
    return createUpload({ gateway: this.system.baseUrl, host: this.organization.host, caller: this.owner }, 5);
  }

  async attachment(): Promise<number> {
    await this.file();
    return (await this.owner.client.get('/attachments')).attachments.at(-1).id;
  }

  async webhook(): Promise<{ webhook_id: number }> {
    const fields = { url: 'https://hooks.invalid/', event_types: ['message'] };
    return { webhook_id: (await this.owner.client.post('/webhooks', fields)).webhook.id };
  }

  async delivery(): Promise<{ webhook_id: number; delivery_id: string }> {
    const { webhook_id } = await this.webhook();
    const { delivery } = await this.owner.client.post(`/webhooks/${webhook_id}/test`);
    return { webhook_id, delivery_id: delivery.id };
  }

  async draft(): Promise<number> {
    const drafts = [{ type: '', to: [], topic: '', content: 'Draft' }];
    return (await this.owner.client.post('/drafts', { drafts })).ids[0];
  }

  async scheduledMessage(): Promise<number> {
    const { scheduled_delivery_timestamp } = EXAMPLE_VALUES;
    const to = await this.stream('design');
    const fields = { ...IN_DESIGN, to, scheduled_delivery_timestamp };
    return (await this.owner.client.post('/scheduled_messages', fields)).scheduled_message_id;
  }

  async userGroup(name: string): Promise<number> {
    await this.owner.client.post('/user_groups/create', { name, description: '', members: [this.owner.userId] });
    const { user_groups } = await this.owner.client.get('/user_groups');
    return user_groups.find((group: { name: string }) => group.name === name).id;
  }

  /** A group of default streams with a stream of its own. */
  async streamGroup(name: string): Promise<number> {
    await this.stream(`${name} stream`);
    const fields = { group_name: name, description: '', stream_names: [`${name} stream`] };
    await this.owner.client.post('/default_stream_groups/create', fields);
    const { realm_default_stream_groups } = await this.owner.client.post('/register', {
      event_types: ['default_stream_groups'],
    });
    return realm_default_stream_groups.find((group: { name: string }) => group.name === name).id;
  }

  async profileField(name: string): Promise<number> {
    return (await this.owner.client.post('/realm/profile_fields', { name, field_type: 1 })).id;
  }

  async invitation(invitee_emails: string): Promise<number> {
    await this.owner.client.post('/invites', { invitee_emails, stream_ids: [] });
    const { invites } = await this.owner.client.get('/invites');
    return invites.find(({ email }: { email?: string }) => email === invitee_emails).id;
  }

  async invitationLink(): Promise<number> {
    await this.owner.client.post('/invites/multiuse');
    return (await this.owner.client.get('/invites')).invites.at(-1).id;
  }

  async queue(): Promise<string> {
    return (await this.owner.client.post('/register', { event_types: ['message'] })).queue_id;
  }

  async session(): Promise<number> {
    const [row] = await this.sql<{ session_id: string }>(
      `INSERT INTO users.sessions (realm_id, user_id, token_hash, kind, auth_method, device, ip_address)
       VALUES ($1, $2, sha256(gen_random_uuid()::text::bytea), 'web', 'password', 'Firefox on Linux', '127.0.0.1')
       RETURNING session_id`,
      [this.organization.realmId, this.owner.userId],
    );
    return Number(row?.session_id);
  }

  /** A user that has signed in by a provider. */
  async linkedUser(): Promise<number> {
    const { userId } = await this.organization.addUser('Pia Provided');
    await this.sql(
      `INSERT INTO users.identities (realm_id, user_id, provider, subject) VALUES ($1, $2, 'oidc:keycloak', 'pia')`,
      [this.organization.realmId, userId],
    );
    return userId;
  }

  async bot(short_name: string): Promise<number> {
    return (await this.owner.client.post('/bots', { full_name: `Bot ${short_name}`, short_name })).user_id;
  }

  async deactivatedUser(): Promise<number> {
    const { userId } = await this.organization.addUser('Dan Deactivated');
    await this.owner.client.delete(`/users/${userId}`);
    return userId;
  }

  /** The uploaded avatar of a user without changes. */
  async avatar(): Promise<Parameters> {
    const user = await this.organization.addUser('Pia Pictured');
    const { body } = await this.sendPicture(user, '/users/me/avatar', PICTURE);
    return { user_id: user.userId, file_name: fileNameIn(body.avatar_url) };
  }

  /** File name of a new icon. */
  async icon(): Promise<string> {
    return fileNameIn((await this.sendPicture(this.owner, '/realm/icon', PICTURE)).body.icon_url);
  }

  async emojiFile(field: 'source_url' | 'still_url'): Promise<string> {
    await this.sendPicture(this.owner, `/realm/emoji/${field}`, ANIMATION);
    const { emoji } = await this.owner.client.get('/realm/emoji');
    const added = Object.values(emoji as Record<string, Record<string, string>>).find(({ name }) => name === field);
    return fileNameIn(added?.[field] ?? '');
  }

  private get owner(): TestUser {
    return this.organization.owner;
  }

  private async addObjects(): Promise<void> {
    const { client } = this.owner;
    const { email, password } = EXAMPLE_VALUES;
    const iris = await this.organization.addUser('Iris Berg', undefined, { email, password });
    const irisClient = this.organization.clientFor(email, iris.apiKey);
    await irisClient.post('/users/me/presence', { status: 'active' });
    irisClient.close();
    await client.patch('/realm', { enable_read_receipts: true });
    await client.post('/users/me/subscriptions', { subscriptions: [{ name: 'marketing' }] });
    const playground = { name: 'Old', highlighter_language: 'Python', url_prefix: 'https://old.example.com/?code=' };
    const linkifier = { pattern: 'OLD-(?P<id>[0-9]+)', url_template: 'https://old.example.com/{id}' };
    const real: Readonly<Record<keyof typeof EXAMPLE_IDS, number>> = {
      stream: await this.stream('design'),
      user: iris.userId,
      message: await this.message(),
      draft: await this.draft(),
      scheduledMessage: await this.scheduledMessage(),
      userGroup: await this.userGroup('first group'),
      subgroup: await this.userGroup('second group'),
      streamGroup: await this.streamGroup('Start'),
      profileField: await this.profileField('Town'),
      linkifier: (await client.post('/realm/filters', linkifier)).id,
      playground: (await client.post('/realm/playgrounds', playground)).id,
      realm: this.organization.realmId,
      bot: await this.bot('first-bot'),
    };
    for (const [name, id] of Object.entries(EXAMPLE_IDS)) this.replacements.set(id, real[name as keyof typeof real]);
    this.replacements.set(EXAMPLE_VALUES.queue_id, await this.queue());
  }

  private replaced(value: ExampleValue | Parameters): ExampleValue {
    if (Array.isArray(value)) return value.map((item) => this.replaced(item));
    if (typeof value !== 'object' || value === null) return this.replacements.get(value) ?? value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.replaced(member)]));
  }

  private sendPicture(user: TestUser, path: string, picture: Buffer) {
    return sendFile(this.system.baseUrl, this.organization.host, user, path, 'picture', picture);
  }

  private async sql<Row extends object>(statement: string, parameters: readonly unknown[]): Promise<Row[]> {
    const database = new Client({ connectionString: this.system.databaseUrl });
    await database.connect();
    const { rows } = await database.query<Row>(statement, [...parameters]);
    await database.end();
    return rows;
  }
}

const fileNameIn = (url: string): string => /([^/?]+)(?:\?.*)?$/.exec(url)?.[1] ?? '';
