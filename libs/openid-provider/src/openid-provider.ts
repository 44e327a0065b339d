import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { configurationOf, type ProviderOptions } from './configuration.js';
import { signInPage } from './sign-in-page.js';

const INTERACTION = /^\/interaction\/[\w-]+$/;
const MAX_FORM_LENGTH = 10_000;

/**
 * An OpenID Connect provider on this machine, for development and tests, without passwords. State and keys are in memory. `port` 0:
 * a free one.
 */
export async function startOpenIdProvider(
  options: ProviderOptions & { readonly port?: number },
): Promise<OpenIdProvider> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: randomBytes(8).toString('hex') };
  const provider = new Provider(issuer, configurationOf(options, [key], randomBytes(32).toString('hex')));
  server.on('request', (request, response) => void serve(provider, options, request, response));
  return new OpenIdProvider(issuer, server);
}

/** A running provider on the loopback interface. Its owner closes it. */
export class OpenIdProvider {
  constructor(
    readonly issuer: string,
    private readonly server: Server,
  ) {}

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

async function serve(
  provider: Provider,
  { people }: ProviderOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path = ''] = (request.url ?? '').split('?');
  if (!INTERACTION.test(path)) return provider.callback()(request, response);
  try {
    await provider.interactionDetails(request, response);
    if (request.method !== 'POST') return void response.end(signInPage(path, people));
    const accountId = new URLSearchParams(await bodyOf(request)).get('subject') ?? '';
    await provider.interactionFinished(request, response, { login: { accountId } });
  } catch {
    response.writeHead(400, { 'content-type': 'text/plain' }).end('This sign-in is over. Begin again.');
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) {
    body += String(chunk);
    if (body.length > MAX_FORM_LENGTH) throw new Error('The form is too long.');
  }
  return body;
}
