import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';

/** Deviations of the provider from the protocol. */
export interface Misbehaviour {
  /** Changes of the claims of the ID token; `undefined` removes one. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** The token instead of a signed one. */
  readonly idToken?: (claims: JWTPayload) => string | Promise<string>;
  readonly userInfo?: Readonly<Record<string, unknown>>;
  /** The person denies the consent. */
  readonly isDenied?: boolean;
  /** Happens while the person is at the provider. */
  readonly meanwhile?: () => Promise<unknown>;
  /** Takes a request over, by its path. */
  readonly respond?: (path: string, response: ServerResponse) => boolean;
}

export const KEY_ID = 'key';

/**
 * A provider that a test makes misbehave, one way at a time. Its page sends a browser back at once. A test without a browser takes the nonce
 * from the address of that page, and returns by itself.
 */
export class RogueProvider {
  misbehaviour: Misbehaviour = {};
  /** Of the flow: the token names it. */
  nonce = '';
  readonly requests: string[] = [];
  private key!: CryptoKey;
  private publicKey!: CryptoKey;
  private keys: JWK[] = [];
  private constructor(
    readonly issuer: string,
    private readonly server: Server,
  ) {}

  static async start(): Promise<RogueProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const provider = new RogueProvider(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server);
    await provider.rotateKeys();
    server.on('request', (request, response) => void provider.serve(request, response));
    return provider;
  }

  /** The former keys are gone at once. */
  async rotateKeys(kid = KEY_ID): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    this.key = privateKey;
    this.publicKey = publicKey;
    this.keys = [{ ...(await exportJWK(publicKey)), alg: 'ES256', use: 'sig', kid }];
  }

  /** A token of another, unknown key with the right key id. */
  async foreignToken(claims: JWTPayload): Promise<string> {
    const { privateKey } = await generateKeyPair('ES256');
    return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: KEY_ID }).sign(privateKey);
  }

  sign(claims: JWTPayload, header: Readonly<Record<string, unknown>> = {}): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: String(this.keys[0]?.kid), ...header })
      .sign(this.key, { crit: { exp: true } });
  }

  /** PEM of the public key, which an attacker knows. */
  publicKeyText(): Promise<string> {
    return exportSPKI(this.publicKey);
  }

  claims(): JWTPayload {
    const now = Math.floor(Date.now() / 1_000);
    const claims: JWTPayload = {
      ...{ iss: this.issuer, sub: 'person', aud: 'chat', iat: now, exp: now + 300, nonce: this.nonce },
      ...this.misbehaviour.claims,
    };
    return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', this.issuer);
    this.requests.push(path);
    request.resume();
    if (this.misbehaviour.respond?.(path, response)) return;
    if (path === '/auth') {
      await this.misbehaviour.meanwhile?.();
      return void response.writeHead(302, { location: this.returnAddress(query) }).end();
    }
    const body = await this.bodyOf(path);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? {}));
  }

  private returnAddress(query: URLSearchParams): string {
    this.nonce = query.get('nonce') ?? '';
    const address = new URL(query.get('redirect_uri') ?? '');
    address.searchParams.set('state', query.get('state') ?? '');
    if (this.misbehaviour.isDenied) address.searchParams.set('error', 'access_denied');
    else address.searchParams.set('code', 'code');
    return address.href;
  }

  private async bodyOf(path: string): Promise<object | undefined> {
    const { issuer, misbehaviour } = this;
    switch (path) {
      case '/.well-known/openid-configuration':
      // The issuer `…/tenant` calls itself otherwise.
      case '/tenant/.well-known/openid-configuration':
        return {
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          userinfo_endpoint: `${issuer}/userinfo`,
          id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
        };
      case '/jwks':
        return { keys: this.keys };
      case '/token': {
        const claims = this.claims();
        const idToken = await (misbehaviour.idToken?.(claims) ?? this.sign(claims));
        return { access_token: 'access', token_type: 'Bearer', id_token: idToken };
      }
      case '/userinfo':
        return { sub: 'person', email: 'person@example.com', email_verified: true, ...misbehaviour.userInfo };
      default:
        return undefined;
    }
  }
}
