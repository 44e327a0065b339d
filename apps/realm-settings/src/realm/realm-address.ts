import { isIP } from 'node:net';

interface RealmNames {
  readonly str: string;
  readonly host: string | null;
  readonly isDefault: boolean;
}

const isAddress = (hostname: string): boolean => isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;

/** The realm's address without a slash at the end: its own host, the root of the installation, or a subdomain of that. */
export function realmUrl(realm: RealmNames, externalUrl: URL): string {
  const port = externalUrl.port === '' ? '' : `:${externalUrl.port}`;
  if (realm.host !== null) return `${externalUrl.protocol}//${realm.host}${port}`;
  if (realm.isDefault || realm.str === '') return externalUrl.origin;
  // A number has no subdomains; every machine resolves those of localhost to itself.
  const root = isAddress(externalUrl.hostname) ? 'localhost' : externalUrl.hostname;
  return `${externalUrl.protocol}//${realm.str}.${root}${port}`;
}

/** Domain of addresses that the server makes up: the realm's host if mail could go there, else `fallback`. */
export function botDomain(url: string, fallback: string): string {
  const { hostname } = new URL(url);
  const isDomainName = hostname.includes('.') && !isAddress(hostname);
  return isDomainName ? hostname : fallback;
}

/** What `host` may be a subdomain of the installation by; undefined when it is none. */
export function subdomainOf(host: string, externalUrl: URL): string | undefined {
  for (const root of [externalUrl.hostname, 'localhost']) {
    if (!host.endsWith(`.${root}`)) continue;
    const label = host.slice(0, -root.length - 1);
    if (!label.includes('.')) return label;
  }
  return undefined;
}
