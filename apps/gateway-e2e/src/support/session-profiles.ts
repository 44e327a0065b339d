import type { BrowserContextOptions } from 'playwright-core';
import type { TestUser } from './organization.js';
import { WebClient, type WebClientOptions } from './web-client.js';

/** Browser profiles of one person. The first one signs in, the others have its session until it ends. */
export class SessionProfiles {
  private session: BrowserContextOptions['storageState'];

  constructor(
    private readonly person: Pick<TestUser, 'email' | 'password'>,
    private readonly options: WebClientOptions,
  ) {}

  /** Opens a view in a new profile. */
  async open(fragment: string, context: BrowserContextOptions = {}): Promise<WebClient> {
    const session = this.session && { storageState: this.session };
    const client = await WebClient.start({
      ...this.options,
      context: { ...this.options.context, ...session, ...context },
    });
    await client.open(fragment);
    if (new URL(client.page.url()).pathname === '/login/') {
      await client.signIn(this.person, fragment);
      this.session = { cookies: await client.profile.cookies(), origins: [] };
    }
    await client.heading.waitFor();
    return client;
  }
}
