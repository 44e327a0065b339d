import { Role } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LiveQueue } from './support/event-queue.js';
import { HostProxy } from './support/host-proxy.js';
import { mailedPath } from './support/mailed-path.js';
import { Organization } from './support/organization.js';
import { type SharedSystem, sharedSystem } from './support/shared-system.js';

let system: SharedSystem;
let organization: Organization;
let proxy: HostProxy;
beforeAll(async () => {
  system = await sharedSystem();
  organization = await Organization.create(system);
  proxy = await HostProxy.start(system.baseUrl, organization.host);
}, 180_000);
afterAll(async () => {
  await proxy?.close();
  await organization?.close();
}, 60_000);

/** The key of the link in the mail to an address. */
const mailedKey = async (recipient: string): Promise<string> =>
  /^\/accounts\/do_confirm\/([a-z2-7]{24})$/.exec(await mailedPath(system, recipient))?.[1] ?? '';

const cookiesOf = (response: Response) => response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
const csrfIn = (cookies: readonly string[]) =>
  cookies.find((cookie) => cookie.startsWith('csrftoken='))?.slice('csrftoken='.length) ?? '';

/** Opens a page and posts its form, as a browser without scripts. */
async function fillIn(path: string, action: string, fields: Record<string, string>): Promise<Response> {
  const page = await fetch(proxy.origin + path);
  expect(page.status).toBe(200);
  const cookies = cookiesOf(page);
  return fetch(proxy.origin + action, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookies.join('; ') },
    body: new URLSearchParams({ csrfmiddlewaretoken: csrfIn(cookies), ...fields }),
  });
}

const register = (key: string, fullName: string, further: Record<string, string> = {}) => {
  const fields = { key, full_name: fullName, password: 'correct horse battery', ...further };
  return fillIn(`/accounts/do_confirm/${key}`, '/accounts/register/', fields);
};
const ownAccount = async (response: Response) => {
  const headers = { cookie: cookiesOf(response).join('; ') };
  return (await fetch(`${proxy.origin}/json/users/me`, { headers })).json();
};

describe('an invited person', () => {
  it('has the role and the streams of the invitation right after the form, and the inviter gets events', async () => {
    const { owner } = organization;
    await owner.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'secret' }], invite_only: true });
    const { stream_id } = await owner.client.get('/get_stream_id', { stream: 'secret' });
    const queue = await LiveQueue.register(owner.client, { event_types: ['invites_changed', 'realm_user'] });
    const invitee_emails = 'Nora Lind <nora@example.com>';
    await owner.client.post('/invites', { invitee_emails, stream_ids: [stream_id], invite_as: Role.Guest });

    const response = await register(await mailedKey('nora@example.com'), 'Nora Lind');

    expect([response.status, response.headers.get('location')]).toEqual([302, expect.stringMatching(/^\//)]);
    const account = await ownAccount(response);
    expect(account).toMatchObject({ full_name: 'Nora Lind', role: Role.Guest, delivery_email: 'nora@example.com' });
    const { subscribers } = await owner.client.get(`/streams/${stream_id}/members`);
    expect(subscribers).toContain(account.user_id);
    await queue.next(({ type, op }) => type === 'realm_user' && op === 'add');
    const kinds = queue.events.map(({ type, op }) => (op === undefined ? type : `${type} ${op}`));
    expect(kinds).toEqual(['invites_changed', 'invites_changed', 'realm_user add']);
    expect((await owner.client.get('/invites')).invites).toEqual([]);
  });

  it('gets neither a role nor an address by fields that the form does not have', async () => {
    const invitee_emails = 'greta@example.com';
    await organization.owner.client.post('/invites', { invitee_emails, stream_ids: [], invite_as: Role.Guest });

    const response = await register(await mailedKey(invitee_emails), 'Greta Holm', {
      ...{ role: '100', is_admin: 'true', invited_as: '100', invite_as: '100', realm_id: '1', user_id: '1' },
      ...{ email: 'eve@example.com', delivery_email: 'eve@example.com' },
    });

    const account = await ownAccount(response);
    expect(account).toMatchObject({ full_name: 'Greta Holm', role: Role.Guest, is_admin: false });
    expect(account.delivery_email).toBe(invitee_emails);
    const { members } = await organization.owner.client.get('/users');
    const addresses = members.map((member: { delivery_email: string | null }) => member.delivery_email);
    expect(addresses).not.toContain('eve@example.com');
  });

  it('joins by a link, after a mail to the own address', async () => {
    const { invite_link } = await organization.owner.client.post('/invites/multiuse');
    const path = new URL(invite_link).pathname;

    const sent = await fillIn(path, path, { email: 'otto@example.com' });
    const response = await register(await mailedKey('otto@example.com'), 'Otto Berg');

    expect(sent.headers.get('location')).toBe('/accounts/send_confirm/?email=otto%40example.com');
    expect(await ownAccount(response)).toMatchObject({ full_name: 'Otto Berg', role: Role.Member });
  });

  it('without an invitation gets no link', async () => {
    await fillIn('/register/', '/register/', { email: 'stranger@example.com' });

    expect(await mailedKey('stranger@example.com')).toBe('');
  });
});
