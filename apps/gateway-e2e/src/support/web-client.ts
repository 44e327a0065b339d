/// <reference lib="dom" />
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Organization, TestUser } from './organization.js';
import type { SharedSystem } from './shared-system.js';

const PAGE_TIMEOUT_MS = 20_000;
const DESKTOP = { width: 1_280, height: 800 };

export interface WebClientOptions {
  readonly browser: Browser;
  readonly system: Pick<SharedSystem, 'baseUrl'>;
  readonly organization: Pick<Organization, 'host'>;
  /** Options of the browser's profile. */
  readonly context?: BrowserContextOptions;
}

/** One person in front of the web client, in a browser profile of their own. Finds parts by role and name. */
export class WebClient {
  /** Blocked content, requests to other servers except for pictures, and errors of scripts. A test expects none. */
  readonly faults: string[] = [];

  private constructor(
    readonly origin: string,
    readonly profile: BrowserContext,
    readonly page: Page,
  ) {}

  /** A new profile with an empty page. */
  static async start({ browser, system, organization, context = {} }: WebClientOptions): Promise<WebClient> {
    const profile = await browser.newContext({ viewport: DESKTOP, locale: 'en', ...context });
    const origin = `http://${organization.host}:${new URL(system.baseUrl).port}`;
    return WebClient.in(profile, origin);
  }

  private static async in(profile: BrowserContext, origin: string): Promise<WebClient> {
    const page = await profile.newPage();
    page.setDefaultTimeout(PAGE_TIMEOUT_MS);
    const client = new WebClient(origin, profile, page);
    client.watch();
    return client;
  }

  /** Another tab of the same browser. */
  tab(): Promise<WebClient> {
    return WebClient.in(this.profile, this.origin);
  }

  /** Opens an address of the client, such as `#inbox`. */
  async open(fragment = ''): Promise<void> {
    await this.page.goto(`${this.origin}/${fragment}`);
  }

  /** Opens the address and signs in at the page that comes instead. */
  async signIn({ email, password }: Pick<TestUser, 'email' | 'password'>, fragment = ''): Promise<void> {
    await this.open(fragment);
    await this.page.getByRole('textbox', { name: 'Email' }).fill(email);
    await this.page.getByLabel('Password').fill(password);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await this.main.waitFor();
  }

  get main(): Locator {
    return this.page.getByRole('main');
  }

  get heading(): Locator {
    return this.main.getByRole('heading', { level: 1 });
  }

  /** The messages of the server that contain the text, not those on their way. */
  message(text: string): Locator {
    return this.main.locator('article[data-message-id]').filter({ hasText: text });
  }

  async close(): Promise<void> {
    await this.profile.close();
  }

  private watch(): void {
    this.page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (request.resourceType() === 'image' || !protocol.startsWith('http')) return;
      if (origin !== this.origin) this.faults.push(`request: ${request.url()}`);
    });
    this.page.on('console', (message) => {
      if (/content security policy|trusted ?type/i.test(message.text())) this.faults.push(message.text());
    });
    this.page.on('pageerror', (error) => this.faults.push(String(error)));
  }
}
