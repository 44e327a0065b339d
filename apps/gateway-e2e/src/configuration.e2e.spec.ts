import { Role } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, ApiParameters } from './support/api-client.js';
import { Organization, TEST_PASSWORD, type TestUser } from './support/organization.js';
import { RawHttp } from './support/raw-http.js';
import { type SystemUnderTest, startSystemUnderTest } from './support/system-under-test.js';

/** Each one other than its default. */
const ENVIRONMENT = {
  EXTERNAL_URL: 'http://chat.test:1234',
  FAKE_EMAIL_DOMAIN: 'hidden.test',
  WEB_PUBLIC_STREAMS_ENABLED: 'true',
  INLINE_IMAGE_PREVIEW: 'false',
  NAME_CHANGES_DISABLED: 'true',
  AVATAR_CHANGES_DISABLED: 'true',
  PASSWORD_MIN_LENGTH: '12',
  PASSWORD_MIN_GUESSES: '1000000',
  MAX_AVATAR_FILE_SIZE_MIB: '1',
  MAX_ICON_FILE_SIZE_MIB: '2',
  MAX_LOGO_FILE_SIZE_MIB: '3',
  MAX_FILE_UPLOAD_SIZE_MIB: '4',
  VIDEOCALL_SERVER_URL: 'https://video.test',
  EXTERNAL_AVATAR_URL: 'https://avatars.test/a',
  LDAP_URL: 'ldap://127.0.0.1:1',
  LDAP_USER_BASE: 'dc=test',
  DEVELOPMENT: 'true',
  SERVER_GENERATION: '77',
  SIGN_IN_FAILURES_PER_ACCOUNT: '2',
  SIGN_IN_FAILURES_PER_ADDRESS: '4',
  MAILS_PER_PERSON_HOUR: '1',
  MAILS_PER_ADDRESS_DAY: '2',
  EVENT_QUEUES_PER_USER: '2',
  EVENT_HEARTBEAT_MS: '200',
  CORS_ORIGINS: 'https://web.test',
  CLIENT_COMPAT: 'zulip',
};

let tested: SystemUnderTest;
let organization: Organization;
let owner: TestUser;
let member: TestUser;

beforeAll(async () => {
  tested = await startSystemUnderTest({ scale: {}, without: ['integrations'], env: ENVIRONMENT });
  organization = await Organization.create({ ...addressesOf(tested), checksContract: false });
  owner = organization.owner;
  member = await organization.addUser('Mia Member');
}, 180_000);
afterAll(async () => {
  await organization?.close();
  await tested?.discard();
}, 60_000);

const addressesOf = ({ system }: SystemUnderTest) => ({ baseUrl: system.baseUrl, redisUrl: system.redisUrl });
async function refused(client: ApiClient, method: string, path: string, parameters: ApiParameters = {}) {
  const { body } = await client.call(method, path, parameters);
  expect(body.result).toBe('error');
  return body;
}
/** The answer to a wrong password that claims to come from another address. */
async function wrongFrom(address: string, username: string): Promise<string> {
  const http = new RawHttp(tested.system.baseUrl, 10_000);
  const body = Buffer.from(new URLSearchParams({ username, password: 'wrong' }).toString());
  const headers: [string, string][] = [
    ['host', organization.host],
    ['content-type', 'application/x-www-form-urlencoded'],
    ['content-length', String(body.length)],
    ['x-forwarded-for', address],
    ['x-real-ip', address],
    ['forwarded', `for=${address}`],
  ];
  const answer = await http.sendAlone({ method: 'POST', target: '/api/v1/fetch_api_key', headers, body });
  return answer.text;
}
const register = (user: TestUser) => user.client.post('/register', { fetch_event_types: ['realm', 'realm_user'] });

describe('the environment', () => {
  it('sets the server settings that clients read', async () => {
    expect(await register(member)).toMatchObject({
      server_web_public_streams_enabled: true,
      server_inline_image_preview: false,
      server_name_changes_disabled: true,
      server_avatar_changes_disabled: true,
      password_min_length: 12,
      password_min_guesses: 1_000_000,
      max_avatar_file_size_mib: 1,
      max_icon_file_size_mib: 2,
      max_logo_file_size_mib: 3,
      max_file_upload_size_mib: 4,
      // The older names are those of CLIENT_COMPAT.
      jitsi_server_url: 'https://video.test',
      zulip_feature_level: 185,
      development_environment: true,
      server_generation: 77,
      realm_uri: expect.stringContaining(':1234'),
      avatar_url: expect.stringContaining('https://avatars.test/a/'),
    });
    const { authentication_methods: methods } = await organization.anonymous().get('/server_settings');
    expect(methods).toMatchObject({ ldap: true });
  });

  it('sets the limits of user changes', async () => {
    await member.client.patch('/settings', { full_name: 'Mia Other' });
    expect((await member.client.get('/users/me')).full_name).toBe('Mia Member');
    const weak = { old_password: TEST_PASSWORD, new_password: 'eleven chrs' };
    expect((await refused(member.client, 'PATCH', '/settings', weak)).msg).toBe('New password is too weak!');
    const avatar = await refused(member.client, 'DELETE', '/users/me/avatar');
    expect(avatar.msg).toBe('Avatar changes are disabled in this organization.');
  });

  it('limits failed sign-ins and mails', async () => {
    const other = await organization.addUser('Otto Other');
    const anonymous = organization.anonymous();
    const wrong = (username: string) => refused(anonymous, 'POST', '/fetch_api_key', { username, password: 'wrong' });

    for (let n = 0; n < 2; n++) expect((await wrong(other.email)).code).not.toBe('RATE_LIMIT_HIT');
    expect((await wrong(other.email)).code).toBe('RATE_LIMIT_HIT');
    for (let n = 0; n < 2; n++) expect((await wrong(member.email)).code).not.toBe('RATE_LIMIT_HIT');
    expect((await wrong(owner.email)).code).toBe('RATE_LIMIT_HIT');
    // A client cannot choose its own address by a forwarding header.
    for (let n = 0; n < 5; n++) expect(await wrongFrom(`10.0.0.${n}`, owner.email)).toContain('RATE_LIMIT_HIT');

    await other.client.patch('/settings', { email: 'first@chat.test' });
    const second = await refused(other.client, 'PATCH', '/settings', { email: 'second@chat.test' });
    expect(second.code).toBe('RATE_LIMIT_HIT');
  });

  it('limits queues and sets the interval of heartbeats', async () => {
    const user = await organization.addUser('Quinn Queue', Role.Member);
    const [first] = [await register(user), await register(user), await register(user)];

    const gone = await refused(user.client, 'GET', '/events', { queue_id: first?.queue_id, last_event_id: -1 });
    expect(gone.code).toBe('BAD_EVENT_QUEUE_ID');
    const { queue_id, last_event_id } = await register(user);
    const { events } = await user.client.get('/events', { queue_id, last_event_id });
    expect(events).toMatchObject([{ type: 'heartbeat' }]);
  });

  it('sets the web origins that may read responses', async () => {
    const headers = { origin: 'https://web.test' };
    const answer = await fetch(`${tested.system.baseUrl}/api/v1/server_settings`, { headers });
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://web.test');
  });
});
