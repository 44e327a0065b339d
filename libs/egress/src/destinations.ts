import type { EgressRule } from '@chat/configuration';
import ipaddr from 'ipaddr.js';

/** Server part of an address: the name in lower case without a final dot, or the address without brackets. */
export interface Destination {
  readonly isSecure: boolean;
  readonly host: string;
  readonly port: number;
}

/** IPv6 addresses outside of it are special: no provider announces them. Transition forms of IPv4 inside it are excluded by range. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Decides which destinations may be contacted: public addresses by HTTPS, and those of EGRESS_ALLOW. */
export class Destinations {
  constructor(private readonly allowed: readonly EgressRule[]) {}

  /** True if EGRESS_ALLOW has the host by name. */
  allowsHost({ host, port }: Destination): boolean {
    return this.allowed.some((rule) => 'host' in rule && rule.host === host && fits(rule, port));
  }

  allowsAddress({ isSecure, port }: Destination, address: string): boolean {
    return (isSecure && isGlobalUnicast(address)) || this.hasNetworkOf(address, port);
  }

  /** True if EGRESS_ALLOW has a network with this port: names may lead to it. */
  hasNetworkAt(port: number): boolean {
    return this.allowed.some((rule) => 'address' in rule && fits(rule, port));
  }

  private hasNetworkOf(address: string, port: number): boolean {
    const parsed = ipaddr.parse(address);
    return this.allowed.some((rule) => {
      if (!('address' in rule) || !fits(rule, port)) return false;
      const network = ipaddr.parse(rule.address);
      return network.kind() === parsed.kind() && parsed.match(network, rule.prefix);
    });
  }
}

const fits = (rule: EgressRule, port: number): boolean => rule.port === null || rule.port === port;

/** True for addresses of the public internet only: not loopback, private, link-local, shared, multicast, reserved, documentation. */
export function isGlobalUnicast(address: string): boolean {
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6);
}
