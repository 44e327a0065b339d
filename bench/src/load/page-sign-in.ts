import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { ApiUser } from './api-user.js';

/** Any value: the cookie and the form must have the same one. */
const CSRF = 'c'.repeat(43);

/** Signs people in by the form of the page, on connections that stay open. */
export class PageSignIns {
  private readonly agent = new Agent({ keepAlive: true });

  /** Resolves with the token of the new session; throws unless one has begun. */
  async begin({ port, host, email }: ApiUser, password: string): Promise<string> {
    const body = new URLSearchParams({ csrfmiddlewaretoken: CSRF, username: email, password }).toString();
    const headers = {
      host,
      cookie: `csrftoken=${CSRF}; known-browser=${CSRF}`,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': Buffer.byteLength(body),
    };
    const options = { host: '127.0.0.1', port, method: 'POST', path: '/login/', headers, agent: this.agent };
    const sent = request(options);
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    const token = /^sessionid=([^;]+)/m.exec(response.headers['set-cookie']?.join('\n') ?? '')?.[1];
    if (token === undefined) throw new Error(`No sign-in: status ${response.statusCode}`);
    return token;
  }

  close(): void {
    this.agent.destroy();
  }
}
