import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { isIPv6 } from 'node:net';

const TIMEOUT_MS = 2_000;
const TRIES = 2;
const WITHOUT_ADDRESS = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** Finds addresses of names. */
export class LookUp {
  private readonly resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });

  /** `servers`: DNS servers instead of those of the system. */
  constructor(servers?: readonly string[]) {
    if (servers !== undefined) this.resolver.setServers(servers);
  }

  /**
   * Addresses of a name that a user chose; none if it has none. Asks DNS directly: the system's function would block one of four
   * threads of the process for as long as a slow DNS server likes.
   */
  async public(name: string): Promise<LookupAddress[]> {
    const answers = await Promise.allSettled([this.resolver.resolve4(name), this.resolver.resolve6(name)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const failed = answers.find((answer) => answer.status === 'rejected' && !WITHOUT_ADDRESS.has(answer.reason.code));
    if (found.length === 0 && failed !== undefined) throw (failed as PromiseRejectedResult).reason;
    return found.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  }

  /** Addresses of a name that the operator chose, as the system finds them, also in the file of hosts. */
  trusted(name: string): Promise<LookupAddress[]> {
    return lookup(name, { all: true });
  }
}
