import { Role } from '@chat/contracts';
import { expect, it } from '@jest/globals';
import { Browser, type BrowserResponse } from '../../support/browser.js';
import { HeldTable } from '../../support/held-table.js';
import { killedAt, mailedLink, mailsArrived, type SignInWorld } from './sign-in-world.js';

const PASSWORD = 'correct horse battery';
/** The statement after the account: the session, or the owner of a new organization. */
const SESSION = { table: 'users.sessions', statement: '%INSERT INTO sessions%' };
const OWNER = { table: 'users.account', statement: 'INSERT INTO account %' };
/** Each kills one replica while two people post their forms. */
const KILLS = [30, 150].flatMap((afterMs) => ['users', 'gateway'].map((service) => ({ service, afterMs })));
const REPEAT_EVERY_MS = 200;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const statusOf = (response: BrowserResponse | 'none') => (response === 'none' ? response : response.status);

/** Repeats a form until it makes the account, or until an earlier attempt has used the link. */
async function registered(register: () => Promise<BrowserResponse>): Promise<void> {
  for (;;) {
    const status = statusOf(await register().catch(() => 'none' as const));
    if (status === 302 || status === 404) return;
    expect(['none', 503]).toContain(status);
    await pause(REPEAT_EVERY_MS);
  }
}

/** Tests with replicas that die in the middle of a sign-up, or while an organization gets its owner. */
export function killedSignUps(world: () => SignInWorld): void {
  const system = () => world().tested.system;
  const newBrowser = (host = world().organization.host) => new Browser(system().baseUrl, { host });

  /** Opens the mailed form of an address and returns the request that posts it. */
  async function filledForm(address: string, action: string) {
    const browser = newBrowser();
    const { path, key } = await mailedLink(world(), address);
    expect((await browser.get(path)).status).toBe(200);
    const form = { key, full_name: 'Nora Lind', password: PASSWORD };
    world().secrets.add(PASSWORD);
    return { browser, register: () => browser.send('POST', action, form) };
  }

  async function invited(address: string) {
    await world().organization.owner.client.post('/invites', { invitee_emails: address, stream_ids: [] });
    return filledForm(address, '/accounts/register/');
  }

  async function accountsWith(address: string): Promise<number> {
    const { members } = await world().organization.owner.client.get('/users');
    return members.filter((member: { delivery_email: string | null }) => member.delivery_email === address).length;
  }

  async function sessionsOf(browser: Browser) {
    return (await browser.get('/json/users/me/sessions')).body.sessions;
  }

  it('an invited person whose account is made without a session makes one account with one session by the same link', async () => {
    const address = 'nora@example.com';
    const { browser, register } = await invited(address);
    const held = await HeldTable.hold(system().databaseUrl, SESSION.table);

    const first = await killedAt(world(), { service: 'users', held, statement: SESSION.statement }, register);
    const afterKill = await accountsWith(address);
    const second = await register();

    expect([statusOf(first), afterKill, second.status, second.location]).toEqual([503, 0, 302, '/']);
    expect(await sessionsOf(browser)).toMatchObject([{ auth_method: 'registration', is_current: true }]);
    expect((await register()).status).toBe(404);
    expect(await accountsWith(address)).toBe(1);
    await mailsArrived(world());
    expect(world().mails.to(address)).toHaveLength(1);
  }, 120_000);

  it('an invited person whose session is lost with the gateway has one account, reads so, and signs in', async () => {
    const address = 'otto@example.com';
    const { browser, register } = await invited(address);
    const held = await HeldTable.hold(system().databaseUrl, SESSION.table);

    const first = await killedAt(world(), { service: 'gateway', held, statement: SESSION.statement }, register);

    const repeated = await register();
    expect([statusOf(first), repeated.status]).toEqual(['none', 404]);
    expect(repeated.text).toContain('If you have already sent its form, your account exists');
    expect(repeated.text).toContain('<a href="/login/">');
    expect((await browser.signIn({ email: address, password: PASSWORD })).location).toBe('/');
    expect(await sessionsOf(browser)).toMatchObject([{ auth_method: 'password' }, { auth_method: 'registration' }]);
    expect(await accountsWith(address)).toBe(1);
  }, 120_000);

  it('people that sign up while replicas die have one account each, and sign in', async () => {
    const { owner } = world().organization;
    const addresses = KILLS.flatMap((_, n) => [`person-${n}-a@example.com`, `person-${n}-b@example.com`]);
    await owner.client.post('/invites', { invitee_emails: addresses.join(','), stream_ids: [] });
    const forms: { register(): Promise<BrowserResponse> }[] = [];
    for (const address of addresses) forms.push(await filledForm(address, '/accounts/register/'));

    for (const [n, { service, afterMs }] of KILLS.entries()) {
      const joining = forms.slice(2 * n, 2 * n + 2).map(({ register }) => registered(register));
      await pause(afterMs);
      system().kill(service, n % 2);
      await Promise.all(joining);
      await system().waitReady();
    }

    await mailsArrived(world());
    expect(addresses.map((address) => world().mails.to(address).length)).toEqual(addresses.map(() => 1));
    for (const address of addresses) {
      expect([address, await accountsWith(address)]).toEqual([address, 1]);
      const signedIn = await newBrowser().signIn({ email: address, password: PASSWORD });
      expect([address, signedIn.location]).toEqual([address, '/']);
    }
  }, 180_000);

  /** Asks for an organization, and returns the filled form of the mailed link. */
  async function wanted(name: string) {
    const browser = newBrowser();
    const wish = { email: `founder@${name}.example`, realm_name: name, realm_type: '0', realm_subdomain: name };
    await browser.get('/new/');
    expect((await browser.send('POST', '/new/', wish)).status).toBe(302);
    return { address: wish.email, ...(await filledForm(wish.email, '/realm/register/')) };
  }

  async function ownersSeenBy(browser: Browser): Promise<string[]> {
    const { members } = (await browser.get('/json/users')).body;
    const owners = members.filter(({ role }: { role: number }) => role === Role.Owner);
    return owners.map((owner: { delivery_email: string }) => owner.delivery_email);
  }

  it('an organization that is made without its owner gets one by the same link', async () => {
    const { address, register } = await wanted('fernwood');
    const held = await HeldTable.hold(system().databaseUrl, OWNER.table);

    const first = await killedAt(world(), { service: 'users', held, statement: OWNER.statement }, register);
    const second = await register();

    expect([statusOf(first), second.status]).toEqual([503, 302]);
    const { host, pathname } = new URL(second.location ?? '');
    const there = newBrowser(host);
    expect((await there.get(pathname)).status).toBe(302);
    expect(await ownersSeenBy(there)).toEqual([address]);
    expect((await register()).status).toBe(404);
    await mailsArrived(world());
    expect(world().mails.to(address)).toHaveLength(1);
  }, 120_000);

  it('the owner of a new organization whose session is lost with the gateway signs in there', async () => {
    const { address, browser, register } = await wanted('heathland');
    const held = await HeldTable.hold(system().databaseUrl, OWNER.table);

    const first = await killedAt(world(), { service: 'gateway', held, statement: OWNER.statement }, register);

    expect([statusOf(first), (await register()).status]).toEqual(['none', 404]);
    await browser.get('/accounts/go/');
    const { location = '' } = await browser.send('POST', '/accounts/go/', { subdomain: 'heathland' });
    const there = newBrowser(new URL(location).host);
    expect((await there.signIn({ email: address, password: PASSWORD })).location).toBe('/');
    expect(await ownersSeenBy(there)).toEqual([address]);
  }, 120_000);
}
