import { isIP } from 'node:net';
import { entriesOf, structured } from './kinds.js';
import { UnfitValue } from './unfit-value.js';

/** A destination that EGRESS_ALLOW names: a host, or a network of addresses; without a port, all ports of it. */
export type EgressRule = { readonly port: number | null } & (
  | { readonly host: string }
  | { readonly address: string; readonly prefix: number }
);

const HOST = /^[a-z\d_-]+(?:\.[a-z\d_-]+)*$/i;
const MAX_PORT = 65_535;

function egressRule(entry: string): EgressRule {
  const unfit = new UnfitValue(`set host, host:port, cidr or cidr:port instead of "${entry}"`);
  const [, target = '', portText] = isIP(entry) === 0 ? (/^(.+?)(?::(\d+))?$/.exec(entry) ?? []) : [entry, entry];
  const port = portText === undefined ? null : Number(portText);
  if (port !== null && (port < 1 || port > MAX_PORT)) throw unfit;

  const [address = '', prefixText] = target.replace(/^\[([^\]]*)\](?=\/|$)/, '$1').split(/\/(.*)/);
  const family = isIP(address);
  if (family === 0) {
    if (prefixText !== undefined || !HOST.test(address)) throw unfit;
    return { host: address.toLowerCase(), port };
  }
  const bits = family === 4 ? 32 : 128;
  const prefix = prefixText === undefined ? bits : Number(prefixText);
  if (!/^\d+$/.test(prefixText ?? '0') || prefix > bits) throw unfit;
  return { address, prefix, port };
}

const EGRESS_ALLOW = structured<readonly EgressRule[]>(
  'Destinations that bots and webhooks of users may have in addition to public addresses by HTTPS, also by HTTP: list of `host`, `host:port`, `cidr`, `cidr:port`, such as `bots.internal,10.1.2.0/24:8080`. Each opens a way into your network to everyone that may create bots',
  { fallback: [] },
  (text) => entriesOf(text).map(egressRule),
);

const PROXY_EXPECTATION = 'set an address such as http://proxy.example.com:4750';

const EGRESS_PROXY = structured<string | null>(
  'Filtering proxy (CONNECT) for all connections to addresses of users: `http://user:password@host:port` or `https://…`. The proxy looks names up and decides about their addresses',
  { fallback: null, isSecret: true },
  (text) => {
    if (!/^https?:\/\/[^/?#]/i.test(text) || !URL.canParse(text)) throw new UnfitValue(PROXY_EXPECTATION);
    return new URL(text).href;
  },
);

export const EGRESS = { EGRESS_ALLOW, EGRESS_PROXY };
