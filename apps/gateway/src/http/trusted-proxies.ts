import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Entries of X-Forwarded-For that are looked at. */
const MAX_HOPS = 20;

/**
 * The proxies whose word about the client is taken. Everybody else can write into `X-Forwarded-For` what they like, so it is
 * read from the right, and only as far as trusted proxies wrote it.
 */
export class TrustedProxies {
  private readonly list = new BlockList();
  private readonly isEmpty: boolean;

  /** Addresses and networks: `10.0.0.0/8`, `::1`. Throws on anything else. */
  constructor(entries: readonly string[]) {
    this.isEmpty = entries.length === 0;
    for (const entry of entries) this.add(entry);
  }

  /** The client's address. */
  addressOf(request: IncomingMessage): string {
    const peer = plainAddress(request.socket.remoteAddress ?? '');
    if (this.isEmpty || !this.trusts(peer)) return peer;
    const hops = lastHops(request.headers['x-forwarded-for']);
    for (const hop of hops) if (!this.trusts(hop)) return isIP(hop) ? hop : peer;
    return hops.at(-1) ?? peer;
  }

  /** Whether the request came over a connection of one of them, which others' requests come over, too. */
  isProxy(request: IncomingMessage): boolean {
    return !this.isEmpty && this.trusts(plainAddress(request.socket.remoteAddress ?? ''));
  }

  private trusts(address: string): boolean {
    const family = isIP(address);
    return family !== 0 && this.list.check(address, family === 4 ? 'ipv4' : 'ipv6');
  }

  private add(entry: string): void {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address);
    const bits = prefix === undefined ? undefined : Number(prefix || Number.NaN);
    if (
      family === 0 ||
      (bits !== undefined && !(Number.isInteger(bits) && bits >= 0 && bits <= (family === 4 ? 32 : 128)))
    ) {
      throw new Error(`TRUSTED_PROXIES has "${entry}"; list addresses or networks, separated by commas.`);
    }
    const type = family === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) this.list.addAddress(address, type);
    else this.list.addSubnet(address, bits, type);
  }
}

/** Nearest first. */
function lastHops(header: string | string[] | undefined): string[] {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  return text
    .split(',')
    .slice(-MAX_HOPS)
    .map((hop) => plainAddress(hop.trim()))
    .filter((hop) => hop !== '')
    .reverse();
}

/** IPv4 addresses that arrive on an IPv6 socket are IPv4 addresses. */
const plainAddress = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address);
