import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { type EgressRule, setting } from '@chat/configuration';
import type { buildConnector, Dispatcher } from 'undici';
import { type Destination, Destinations } from './destinations.js';
import { EgressError, egressErrorOf } from './egress-error.js';
import { LookUp } from './look-up.js';

export interface EgressRequest {
  /** As the user wrote it. */
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** For everything: look-up, connection, request and response. */
  readonly timeoutMs: number;
  /** The rest of a longer body is not read. */
  readonly maxBodyBytes: number;
  /** The response counts as soon as its head is there: its body is discarded, and may be broken off. */
  readonly ignoresBody?: boolean;
}

export interface EgressResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** True if the body was longer. */
  readonly isCut: boolean;
}

export interface EgressOptions {
  readonly allow: readonly EgressRule[];
  /** Filtering proxy. */
  readonly proxy: string | null;
  /** Instead of those of the system. */
  readonly dnsServers?: readonly string[];
}

const USER_AGENT = 'Chat';
const MAX_HEADER_BYTES = 16 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;
/** For a body that is discarded. It is read at all because the connection can be used again after its end. */
const DISCARD_WITHIN_MS = 1_000;

/** Connects to addresses that users named, and to no address that is not public. See the README. */
export class Egress {
  private readonly destinations: Destinations;
  private readonly lookUp: LookUp;
  private readonly proxy: string | null;
  private opened: Promise<Dispatcher> | undefined;

  constructor({ allow, proxy, dnsServers }: EgressOptions) {
    this.destinations = new Destinations(allow);
    this.lookUp = new LookUp(dnsServers);
    this.proxy = proxy;
  }

  static fromSettings(): Egress {
    return new Egress({ allow: setting('EGRESS_ALLOW'), proxy: setting('EGRESS_PROXY') });
  }

  /** Throws an `EgressError` for an address that is refused without a look-up, so that users learn it before the first request. */
  check(url: string): void {
    this.requireAllowed(url);
  }

  /** Resolves with the response, of any status: redirects are not followed. Rejects with an `EgressError`. */
  async request(request: EgressRequest): Promise<EgressResponse> {
    const url = this.requireAllowed(request.url);
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(new EgressError('timeout')), request.timeoutMs);
    try {
      const dispatcher = await this.dispatcher();
      const { statusCode, headers, body } = await dispatcher.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: request.method,
        headers: { 'user-agent': USER_AGENT, ...request.headers },
        body: request.body ?? null,
        signal: abort.signal,
      });
      const read = request.ignoresBody ? discardBody : readBody;
      return { status: statusCode, headers, ...(await read(body, request.maxBodyBytes)) };
    } catch (error) {
      throw egressErrorOf(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Breaks off the requests that still run. */
  async onApplicationShutdown(): Promise<void> {
    await (await this.opened)?.destroy();
  }

  private dispatcher(): Promise<Dispatcher> {
    this.opened ??= this.open();
    return this.opened;
  }

  /** undici takes some megabytes, so a process without requests does not load it. */
  private async open(): Promise<Dispatcher> {
    const { Agent, buildConnector, ProxyAgent } = await import('undici');
    const limits = { maxHeaderSize: MAX_HEADER_BYTES };
    if (this.proxy !== null) return new ProxyAgent({ ...limits, uri: this.proxy });
    const connect: buildConnector.connector = (options, callback) =>
      buildConnector({ lookup: this.lookupOf(options), timeout: CONNECT_TIMEOUT_MS, autoSelectFamily: true })(
        options,
        callback,
      );
    return new Agent({ ...limits, connect });
  }

  /** Checks all that needs no look-up. Node's look-up skips literal addresses, so this is the only check of them. */
  private requireAllowed(text: string): URL {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url === null || !/^https?:$/.test(url.protocol)) throw new EgressError('refused');
    if (url.username !== '' || url.password !== '') throw new EgressError('refused');
    const destination = destinationOf(url.protocol, url.hostname, url.port);
    if (this.destinations.allowsHost(destination)) return url;
    if (isIP(destination.host) !== 0) {
      if (!this.destinations.allowsAddress(destination, destination.host)) throw new EgressError('refused');
    } else if (!destination.isSecure && !this.mayLeadToAllowedNetwork(destination)) {
      throw new EgressError('refused');
    }
    return url;
  }

  /** With a proxy no address of a name is known. */
  private mayLeadToAllowedNetwork({ port }: Destination): boolean {
    return this.proxy === null && this.destinations.hasNetworkAt(port);
  }

  /** Finds the addresses of a connection by its one look-up. Fails if one of them is not allowed. */
  private lookupOf(options: buildConnector.Options): LookupFunction {
    const destination = destinationOf(options.protocol, options.hostname, options.port);
    return (_name, { all }, done) => {
      this.allowedAddresses(destination).then(
        (addresses) => (all ? done(null, addresses) : done(null, addresses[0]?.address ?? '', addresses[0]?.family)),
        (error) => done(error, []),
      );
    };
  }

  private async allowedAddresses(destination: Destination) {
    if (this.destinations.allowsHost(destination)) return this.lookUp.trusted(destination.host);
    const addresses = await this.lookUp.public(destination.host);
    const isAllowed = addresses.every(({ address }) => this.destinations.allowsAddress(destination, address));
    if (addresses.length === 0 || !isAllowed) throw new EgressError('refused');
    return addresses;
  }
}

function destinationOf(protocol: string, hostname: string, port: string): Destination {
  const isSecure = protocol === 'https:';
  const host = hostname.toLowerCase().replace(/^\[(.*)\]$|\.$/, '$1');
  return { isSecure, host, port: port === '' ? (isSecure ? 443 : 80) : Number(port) };
}

async function readBody(body: Dispatcher.ResponseData['body'], limit: number) {
  // A body that is broken off reports an error after the loop has left it.
  body.on('error', () => undefined);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limit) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, limit), isCut: length > limit };
}

async function discardBody(body: Dispatcher.ResponseData['body'], limit: number) {
  const timer = setTimeout(() => body.destroy(), DISCARD_WITHIN_MS);
  await readBody(body, limit).catch(() => undefined);
  clearTimeout(timer);
  return { body: Buffer.alloc(0), isCut: true };
}
