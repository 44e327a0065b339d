import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/**
 * Proxies with a trusted `X-Forwarded-For`. Clients can forge the header, so it is read from the right, and only as far as trusted
 * proxies have written it.
 */
export class TrustedProxies {
  private readonly trusts: (address: string, hop: number) => boolean;

  /** Takes addresses and networks: `10.0.0.0/8`, `::1`. Throws for other entries. */
  constructor(entries: readonly string[]) {
    for (const entry of entries) requireNetwork(entry);
    this.trusts = proxyAddr.compile([...entries]);
  }

  addressOf(request: IncomingMessage): string {
    const peer = plainAddress(request.socket.remoteAddress ?? '');
    if (!this.isProxy(request)) return peer;
    const address = plainAddress(proxyAddr(request, this.trusts));
    return isIP(address) === 0 ? peer : address;
  }

  /** Whether the request arrived over a connection of a trusted proxy, which carries requests of many clients. */
  isProxy(request: IncomingMessage): boolean {
    return this.trusts(plainAddress(request.socket.remoteAddress ?? ''), 0);
  }
}

function requireNetwork(entry: string): void {
  try {
    if (isIP(entry.split('/', 1)[0] ?? '') === 0) throw new TypeError('no address');
    proxyAddr.compile(entry);
  } catch {
    throw new Error(`TRUSTED_PROXIES has "${entry}"; list addresses or networks, separated by commas.`);
  }
}

/** An IPv6 socket shows IPv4 peers as `::ffff:1.2.3.4`. */
const plainAddress = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address);
