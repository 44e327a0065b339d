import { isIP } from 'node:net';
import { INITIAL_REALM_SETTINGS, INITIAL_USER_SETTINGS, type RealmImageUrls, type RealmRecord } from '@chat/contracts';
import type { Installation } from './installation.js';
import { NO_QUOTA } from './realm.entity.js';
import type { RealmRow } from './realm.repository.js';
import { realmImageUrls } from './realm-image-urls.js';

/** Composes the realm as other services and clients see it, from its row and the installation. */
export function composeRealmRecord(row: RealmRow, installation: Installation): RealmRecord & RealmImageUrls {
  const { server, externalUrl, fakeEmailDomain } = installation;
  const { id, settings: stored, userSettingsDefaults, iconToken, logoToken, nightLogoToken, ...fields } = row;
  const settings = { ...INITIAL_REALM_SETTINGS, ...stored };
  const url = realmUrl(row, externalUrl);
  const { Email: hasEmail, LDAP: hasLdap } = row.authenticationMethods;
  return {
    ...settings,
    ...fields,
    realmId: id,
    uploadQuotaMib: effectiveQuota(row.uploadQuotaMib, installation.uploadQuotaMib),
    url,
    botDomain: botDomain(url, fakeEmailDomain),
    emailAuthEnabled: hasEmail,
    passwordAuthEnabled: hasEmail || (hasLdap && server.directoryEnabled),
    webPublicStreamsEnabled: server.webPublicStreamsEnabled && settings.enableSpectatorAccess,
    iconSource: iconToken === null ? 'G' : 'U',
    logoSource: logoToken === null ? 'D' : 'U',
    nightLogoSource: nightLogoToken === null ? 'D' : 'U',
    ...realmImageUrls(row),
    userSettingsDefaults: {
      ...INITIAL_USER_SETTINGS,
      ...userSettingsDefaults,
      defaultLanguage: settings.defaultLanguage,
    },
    server,
  };
}

function effectiveQuota(ofRealm: number | null, byDefault: number | null): number | null {
  return ofRealm === NO_QUOTA ? null : (ofRealm ?? byDefault);
}

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
  // An IP address has no subdomains; every machine resolves subdomains of localhost to itself.
  const root = isAddress(externalUrl.hostname) ? 'localhost' : externalUrl.hostname;
  return `${externalUrl.protocol}//${realm.str}.${root}${port}`;
}

/** Domain of addresses that the server makes up: the realm's host if mail could go there, else `fallback`. */
export function botDomain(url: string, fallback: string): string {
  const { hostname } = new URL(url);
  return hostname.includes('.') && !isAddress(hostname) ? hostname : fallback;
}

/** Returns the label of a host that is a direct subdomain of the installation; else undefined. */
export function subdomainOf(host: string, externalUrl: URL): string | undefined {
  for (const root of [externalUrl.hostname, 'localhost']) {
    if (!host.endsWith(`.${root}`)) continue;
    const label = host.slice(0, -root.length - 1);
    if (!label.includes('.')) return label;
  }
  return undefined;
}
