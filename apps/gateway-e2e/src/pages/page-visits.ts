import { Role, SecondFactorPolicy } from '@chat/contracts';
import type { Page } from 'playwright-core';
import { codeOf } from '../support/code-of.js';
import { mailedPath } from '../support/mailed-path.js';
import { Organization, type TestUser } from '../support/organization.js';
import type { SharedSystem } from '../support/shared-system.js';

/** One person in front of a browser. Addresses of mails are their own, so that visits do not affect each other. */
export class PageVisit {
  private static visits = 0;
  readonly newcomer = `newcomer-${++PageVisit.visits}@example.com`;

  constructor(
    readonly page: Page,
    readonly system: Pick<SharedSystem, 'baseUrl' | 'redisUrl' | 'databaseUrl'>,
    /** The organization with the host that serves the pages. */
    public organization: Organization,
  ) {}

  get origin(): string {
    return `http://${this.organization.host}:${new URL(this.system.baseUrl).port}`;
  }

  async open(path: string): Promise<void> {
    await this.page.goto(this.origin + path);
  }

  /** Fills in the fields, by their names, and sends the form with the main button. */
  async send(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(fields)) await this.page.locator(`[name="${name}"]`).fill(value);
    await Promise.all([this.page.waitForEvent('load'), this.page.locator('button.main').click()]);
  }

  async signIn({ email, password }: Pick<TestUser, 'email' | 'password'>): Promise<void> {
    await this.open('/login/?next=/account/');
    await this.send({ username: email, password });
  }

  async openMailed(address: string): Promise<void> {
    await this.open(await mailedPath(this.system, address));
  }

  /** Throws if the browser shows another page. */
  requireAt(path: string): void {
    const { pathname } = new URL(this.page.url());
    if (pathname !== path) throw new Error(`The browser is at ${pathname} instead of ${path}`);
  }
}

export type Opener = (visit: PageVisit) => Promise<unknown>;

/** Every page, and the forms that come back with an error. Each entry opens its page as a person does, without scripts, too. */
export const PAGES: Readonly<Record<string, Opener>> = {
  'sign-in': (visit) => visit.open('/login/'),
  'sign-in, refused': (visit) => visit.signIn({ email: visit.newcomer, password: 'wrong' }),
  'sign-in, of a deactivated account': (visit) => visit.open(`/login/?is_deactivated=${visit.newcomer}`),
  'deactivated organization': async (visit) => {
    const { baseUrl, redisUrl } = visit.system;
    visit.organization = await Organization.create({ baseUrl, redisUrl, domain: 'localhost' });
    await visit.organization.owner.client.post('/realm/deactivate');
    await visit.open('/accounts/deactivated/');
    visit.requireAt('/accounts/deactivated/');
    await visit.organization.close();
  },
  account: openAccount,
  'own second factor': async (visit) => {
    await openAccount(visit);
    await visit.open('/account/second_factor/');
  },
  'own key': async (visit) => {
    await openAccount(visit);
    await visit.open('/account/key/');
  },
  'sign-up': (visit) => visit.open('/register/'),
  'sign-up, refused': async (visit) => {
    await visit.open('/register/');
    await visit.send({ email: 'ana@localhost' });
  },
  'look for our mail': async (visit) => {
    await visit.open('/register/');
    await visit.send({ email: visit.newcomer });
    visit.requireAt('/accounts/send_confirm/');
  },
  'join by a link': (visit) => openJoin(visit),
  'registration form': openRegistration,
  'registration form, refused': async (visit) => {
    await openRegistration(visit);
    await visit.send({ full_name: 'Nora Lind', password: '123456' });
  },
  'link that does not work': (visit) => visit.open('/accounts/do_confirm/aaaaaaaaaaaaaaaaaaaaaaaa'),
  'forgotten password': (visit) => visit.open('/accounts/password/reset/'),
  'forgotten password, refused': async (visit) => {
    await visit.open('/accounts/password/reset/');
    await visit.send({ email: 'ana@localhost' });
  },
  'new password': openNewPassword,
  'new password, refused': async (visit) => {
    await openNewPassword(visit);
    await visit.send({ new_password: 'abcdef' });
  },
  'new password, set': async (visit) => {
    await openNewPassword(visit);
    await visit.send({ new_password: 'nine purple elephants dance' });
  },
  'new address, confirmed': async (visit) => {
    const { client } = await visit.organization.addUser('Ana Diallo');
    await client.patch('/settings', { email: visit.newcomer });
    await visit.openMailed(visit.newcomer);
    visit.requireAt('/accounts/email/done/');
  },
  'new organization': openNewOrganization,
  'new organization, refused': async (visit) => {
    await openNewOrganization(visit);
    await visit.send({ email: visit.newcomer, realm_name: 'Fernwood', realm_subdomain: 'www' });
  },
  'new organization, form of the owner': async (visit) => {
    await openNewOrganization(visit);
    const realm_subdomain = `new${Date.now()}`;
    await visit.send({ email: visit.newcomer, realm_name: 'Fernwood', realm_subdomain });
    await visit.openMailed(visit.newcomer);
  },
  'new organization, without a link': (visit) => visit.open('/new/'),
  'search for organizations': (visit) => visit.open('/accounts/find/'),
  'search for organizations, sent': async (visit) => {
    await visit.open('/accounts/find/');
    await visit.send({ emails: visit.newcomer });
  },
  'way to an organization': (visit) => visit.open('/accounts/go/'),
  'way to an organization, refused': async (visit) => {
    await visit.open('/accounts/go/');
    await visit.send({ subdomain: 'no such one' });
  },
  'second step': async (visit) => {
    const person = await visit.organization.addUser('Ana Diallo');
    await addSecondFactor(person);
    await visit.signIn(person);
    visit.requireAt('/accounts/login/second_factor/');
  },
  'second step, refused': async (visit) => {
    const person = await visit.organization.addUser('Ana Diallo');
    await addSecondFactor(person);
    await visit.signIn(person);
    await visit.send({ code: '000000' });
  },
  'set-up of a second factor': openSetUp,
  'recovery codes': async (visit) => {
    await openSetUp(visit);
    const secret = await visit.page.locator('code').textContent();
    await visit.send({ code: codeOf(secret?.replaceAll(' ', '')) });
    await visit.page.locator('.codes').waitFor();
  },
  'end for a desktop app': async (visit) => {
    const { email, password } = await visit.organization.addUser('Ana Diallo');
    await visit.open(`/login/?desktop_flow_otp=${'ab'.repeat(32)}`);
    await visit.send({ username: email, password });
    await visit.page.locator('#desktop-data').waitFor();
  },
  'token that does not work': (visit) => visit.open(`/accounts/login/subdomain/${'a'.repeat(32)}`),
  'unknown provider': (visit) => visit.open('/accounts/login/social/oidc/unknown'),
  'form of another browser': async (visit) => {
    await visit.open('/login/');
    await visit.page.context().clearCookies();
    await visit.send({ username: visit.newcomer, password: 'any' });
  },
};

async function openAccount(visit: PageVisit): Promise<void> {
  await visit.signIn(await visit.organization.addUser('Ana Diallo'));
  visit.requireAt('/account/');
}

async function openJoin(visit: PageVisit): Promise<void> {
  const { invite_link } = await visit.organization.owner.client.post('/invites/multiuse');
  await visit.open(new URL(invite_link).pathname);
}

async function openNewOrganization(visit: PageVisit): Promise<void> {
  await visit.open(await visit.organization.creationPath());
}

async function openRegistration(visit: PageVisit): Promise<void> {
  await openJoin(visit);
  await visit.send({ email: visit.newcomer });
  await visit.openMailed(visit.newcomer);
}

async function openNewPassword(visit: PageVisit): Promise<void> {
  const { email } = await visit.organization.addUser('Ana Diallo');
  await visit.open('/accounts/password/reset/');
  await visit.send({ email });
  await visit.openMailed(email);
}

async function addSecondFactor({ client, password }: TestUser): Promise<void> {
  const { secret } = await client.post('/users/me/second_factor/totp', { password });
  await client.post('/users/me/second_factor/totp/confirm', { code: codeOf(secret) });
}

/** Administrators must have a second factor. */
async function openSetUp(visit: PageVisit): Promise<void> {
  await visit.organization.owner.client.patch('/realm', { second_factor_policy: SecondFactorPolicy.Administrators });
  await visit.signIn(await visit.organization.addUser('Ana Diallo', Role.Administrator));
  visit.requireAt('/accounts/login/second_factor/set_up/');
}
