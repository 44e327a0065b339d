import { randomBytes } from 'node:crypto';
import { eventually, type RogueProvider } from '@chat/testing';
import { corp } from '../providers/saml.js';
import { Browser } from '../support/browser.js';
import { codeOf } from '../support/code-of.js';
import { pathForDesktopApp } from '../support/desktop-sign-in.js';
import type { MailServer } from '../support/mail-server.js';
import type { Organization, TestUser } from '../support/organization.js';
import { deviceKeyIn, PHONE_OTP } from '../support/signed-in.js';
import type { SystemUnderTest } from '../support/system-under-test.js';
import type { SecretRecord } from './secret-record.js';

export interface SecretWorld {
  readonly tested: SystemUnderTest;
  readonly mails: MailServer;
  readonly rogue: RogueProvider;
  readonly organization: Organization;
  readonly record: SecretRecord;
}

const MAIL_WITHIN_MS = 30_000;
const SECOND_FACTOR = '/account/second_factor/';
const STEP = '/accounts/login/second_factor/';
const LINK = /https?:\/\/[^/\s]+(\/accounts\/[\w/-]+)\s/;

/** Goes every way in, and notes each secret on the way and each page after its use. */
export class WaysIn {
  constructor(private readonly world: SecretWorld) {}

  async password(person: TestUser): Promise<void> {
    const { record } = this.world;
    const password = record.add('wrong password', `wrong ${randomBytes(8).toString('hex')}`);
    const browser = this.browser();
    record.used(await browser.signIn({ ...person, password }));
    record.used(await browser.signIn({ ...person, password: record.add('password', person.password) }));
    this.noteCookie(browser, 'sessionid');
    record.add('API key', person.apiKey);
    const form = { username: person.email, password };
    record.used(await this.browser().send('POST', '/api/v1/fetch_api_key', form));
  }

  async secondFactor(person: TestUser): Promise<void> {
    const { record } = this.world;
    const browser = this.browser();
    await browser.signIn(person);
    await browser.send('POST', SECOND_FACTOR);
    const shown = /<code>([A-Z2-7 ]+)<\/code>/.exec((await browser.get(SECOND_FACTOR)).text)?.[1];
    const secret = record.add('secret of a second factor', shown?.replaceAll(' ', ''));
    const confirmed = await browser.send('POST', `${SECOND_FACTOR}confirm/`, { code: codeOf(secret) });
    const [, code = ''] = /<li><code>([^<]+)<\/code>/.exec(confirmed.text) ?? [];
    record.add('recovery code', code);
    // Once with success, and then as a used one.
    for (let n = 0; n < 2; n++) {
      const other = this.browser();
      record.used(await other.signIn(person));
      this.noteCookie(other, 'second-factor');
      record.used(await other.send('POST', STEP, { code }));
    }
  }

  async mailedLinks(person: TestUser): Promise<void> {
    const { record } = this.world;
    const browser = this.browser();
    await browser.get('/accounts/password/reset/');
    await browser.send('POST', '/accounts/password/reset/', { email: person.email });
    const reset = await this.mailedPath(person.email, 'token for a new password');
    const new_password = record.add('new password', `new ${randomBytes(8).toString('hex')}`);
    await browser.get(reset);
    for (let n = 0; n < 2; n++) record.used(await browser.send('POST', reset, { new_password }));
    record.used(await browser.get(reset));
    const email = `moved-${person.email}`;
    await person.client.patch('/settings', { email });
    const confirm = await this.mailedPath(email, 'token for a new address');
    for (let n = 0; n < 2; n++) record.used(await browser.get(confirm));
  }

  async signUp(): Promise<void> {
    const { record, organization } = this.world;
    const { client } = organization.owner;
    await client.post('/invites', { invitee_emails: `nora@${organization.host}`, stream_ids: [] });
    await this.register(await this.mailedPath(`nora@${organization.host}`, 'key of an invitation'));
    const { invite_link } = await client.post('/invites/multiuse');
    const { pathname: join } = new URL(invite_link);
    record.add('key of a link for any number of people', join.split('/')[2]);
    const browser = this.browser();
    await browser.get(join);
    record.used(await browser.send('POST', join, { email: `otto@${organization.host}` }));
    await this.register(await this.mailedPath(`otto@${organization.host}`, 'key of a sign-up'));
    const [{ id }] = (await client.get('/invites')).invites;
    await client.delete(`/invites/multiuse/${id}`);
    record.used(await browser.get(join));
  }

  async newOrganization(): Promise<void> {
    const { record, organization } = this.world;
    const browser = this.browser();
    const path = await organization.creationPath();
    record.add('key of a link for an organization', path.split('/')[2]);
    const realm_subdomain = `t${randomBytes(6).toString('hex')}`;
    const email = `founder@${realm_subdomain}.example`;
    await browser.get(path);
    record.used(await browser.send('POST', path, { email, realm_name: 'Fernwood', realm_type: '0', realm_subdomain }));
    const mailed = await this.mailedPath(email, 'key of an organization');
    await browser.get(mailed);
    const form = { key: mailed.split('/').at(-1) ?? '', full_name: 'Nora Lind', password: 'correct horse battery' };
    const { location = '' } = await browser.send('POST', '/realm/register/', form);
    const { host, pathname } = new URL(location);
    record.add('login token of an owner', pathname.split('/').at(-1));
    const there = new Browser(this.world.tested.system.baseUrl, { host });
    for (let n = 0; n < 2; n++) record.used(await there.get(pathname));
    this.noteCookie(there, 'sessionid');
    for (const used of [path, mailed]) record.used(await browser.get(used));
  }

  async apps(person: TestUser): Promise<void> {
    const { record } = this.world;
    record.add('digits of an app', PHONE_OTP);
    const path = await pathForDesktopApp(this.browser(), person);
    record.add('login token', path.split('/').at(-1));
    for (let n = 0; n < 2; n++) record.used(await this.browser().get(path));
    const phone = this.browser();
    await phone.get(`/login/?mobile_flow_otp=${PHONE_OTP}`);
    const response = await phone.send('POST', '/accounts/login/', {
      username: person.email,
      password: person.password,
    });
    record.add('key of a phone', deviceKeyIn(response.location));
    record.used(response);
  }

  async openIdConnect(): Promise<void> {
    const { record, rogue } = this.world;
    rogue.misbehaviour = {
      idToken: async (claims) => record.add('ID token', await rogue.sign(claims)),
    };
    const browser = this.browser();
    await this.returnFromProvider(browser, '');
    this.noteCookie(browser, 'sessionid');
    const forApp = this.browser();
    await this.returnFromProvider(forApp, `?desktop_flow_otp=${randomBytes(32).toString('hex')}`);
    record.used(await forApp.get('/accounts/login/desktop/'));
  }

  /** Goes to the provider and back, twice. */
  private async returnFromProvider(browser: Browser, query: string): Promise<void> {
    const { record } = this.world;
    const { location = '' } = await browser.get(`/accounts/login/social/oidc/rogue${query}`);
    this.noteCookie(browser, 'sign-in-flow');
    const { searchParams } = new URL(location);
    for (const name of ['state', 'nonce']) record.add(`${name} of a flow`, searchParams.get(name) ?? undefined);
    const atProvider = await fetch(location, { redirect: 'manual' });
    const { search } = new URL(atProvider.headers.get('location') ?? '');
    for (let n = 0; n < 2; n++) record.used(await browser.get(`/complete/oidc/rogue/${search}`));
  }

  async saml(): Promise<void> {
    const { record, organization } = this.world;
    const { baseUrl } = this.world.tested.system;
    const metadata = await (await fetch(`${baseUrl}/saml/metadata.xml`)).text();
    const browser = this.browser();
    const { location = '' } = await browser.get('/accounts/login/social/saml/corp');
    const { id, relayState } = await corp.requestIn(location, metadata);
    record.add('state of a SAML request', JSON.parse(relayState).state_token);
    const person = { nameId: 'pia', attributes: { email: `pia@${organization.host}`, name: 'Pia Saml' } };
    const SAMLResponse = record.add('SAML response', await corp.response(metadata, { ...person, inResponseTo: id }));
    const body = new URLSearchParams({ SAMLResponse, RelayState: relayState });
    const post = () => fetch(`${baseUrl}/complete/saml/`, { method: 'POST', body, redirect: 'manual' });
    const { pathname, search, searchParams } = new URL((await post()).headers.get('location') ?? '');
    record.add('ticket', searchParams.get('ticket') ?? undefined);
    for (let n = 0; n < 2; n++) record.used(await browser.get(pathname + search));
    const again = await post();
    const { status } = again;
    record.used({ path: '/complete/saml/', status, location: undefined, text: await again.text(), body: undefined });
    this.noteCookie(browser, 'sessionid');
  }

  private browser(): Browser {
    return new Browser(this.world.tested.system.baseUrl, this.world.organization);
  }

  private noteCookie(browser: Browser, name: string): void {
    const value = new RegExp(`\\b${name}=([^;]+)`).exec(browser.scriptHeaders['cookie'] ?? '')?.[1];
    this.world.record.add(`cookie ${name}`, value);
  }

  /** The path of the newest mailed link. Its last part is the secret. */
  private async mailedPath(address: string, name: string): Promise<string> {
    const { mails, record } = this.world;
    const find = () => LINK.exec(mails.to(address).at(-1)?.text ?? '')?.[1];
    const path = await eventually(find, { withinMs: MAIL_WITHIN_MS, what: `a link for ${address}` });
    record.add(name, path.split('/').at(-1));
    return path;
  }

  /** Sends the form of a mailed link twice. */
  private async register(path: string): Promise<void> {
    const { record } = this.world;
    const browser = this.browser();
    await browser.get(path);
    const password = record.add('password of a new account', `first ${randomBytes(8).toString('hex')}`);
    const form = { key: path.split('/').at(-1) ?? '', full_name: 'Nora Lind', password };
    const registered = await browser.send('POST', '/accounts/register/', form);
    if (registered.status !== 302) throw new Error(`The form was answered ${registered.status}: ${registered.text}`);
    this.noteCookie(browser, 'sessionid');
    const repeated = await browser.send('POST', '/accounts/register/', form);
    for (const response of [registered, repeated, await browser.get(path)]) record.used(response);
  }
}
