import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Organization, TestUser } from './organization.js';

export interface BrowserResponse {
  /** Path of the request: the browser stays there without a redirect. */
  readonly path: string;
  readonly status: number;
  readonly location: string | undefined;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a response as it stands on the wire.
  readonly body: any;
}

/** A browser without scripts: it keeps cookies and sends forms. Each request has a connection of its own, so any gateway may serve it. */
export class Browser {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly baseUrl: string,
    private readonly organization: Pick<Organization, 'host'>,
  ) {}

  async signIn({ email, password }: Pick<TestUser, 'email' | 'password'>, next = ''): Promise<BrowserResponse> {
    await this.get('/login/');
    return this.send('POST', '/accounts/login/', { username: email, password, next });
  }

  /** Follows the redirect of a refused sign-in at a provider to its page, so that no test takes it for a success. */
  async get(path: string): Promise<BrowserResponse> {
    const response = await this.send('GET', path);
    return response.location?.startsWith('/accounts/login/failed/') ? this.send('GET', response.location) : response;
  }

  /** Sends a form, with the CSRF token of the cookie. */
  async send(method: string, path: string, form?: Readonly<Record<string, string>>): Promise<BrowserResponse> {
    const { hostname, port } = new URL(this.baseUrl);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const csrfmiddlewaretoken = this.cookies.get('csrftoken') ?? '';
    const headers = { host: this.organization.host, cookie, 'content-type': 'application/x-www-form-urlencoded' };
    const sent = request({ hostname, port, method, path, headers, agent: false });
    sent.end(method === 'GET' ? undefined : new URLSearchParams({ ...form, csrfmiddlewaretoken }).toString());
    const [response] = await once(sent, 'response');
    for (const set of response.headers['set-cookie'] ?? []) this.keep(set);
    const received = await text(response);
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    const { location } = response.headers;
    return {
      path,
      status: response.statusCode,
      location,
      text: received,
      body: isJson ? JSON.parse(received) : undefined,
    };
  }

  /** Headers of a request by a script of the web client. */
  get scriptHeaders(): Readonly<Record<string, string>> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { cookie, 'x-csrftoken': this.cookies.get('csrftoken') ?? '' };
  }

  private keep(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(cookie) ?? [];
    if (/; Max-Age=0\b/.test(cookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
