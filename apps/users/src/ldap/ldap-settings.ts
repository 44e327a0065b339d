import { readFileSync } from 'node:fs';
import { booleanSetting, optionalSetting, stringSetting } from '@chat/service-kit';

/** How people are found in the directory (LDAP), from the environment. Variables: apps/users/README.md. */
export interface LdapSettings {
  /** `ldap://host:port` or `ldaps://host:port`. */
  readonly url: string;
  /** Upgrade an `ldap://` connection before anything is said. */
  readonly startTls: boolean;
  /** PEM of the authority that signed the server's certificate; undefined: those that the system trusts. */
  readonly ca: string | undefined;
  /** Either where people are searched for, and as whom … */
  readonly search: {
    readonly bindDn: string;
    readonly bindPassword: string;
    readonly base: string;
    /** RFC 4515, with `%(user)s` for the name. */
    readonly filter: string;
  } | null;
  /** … or what their names are: a DN with `%(user)s` for the name. */
  readonly dnTemplate: string;
  readonly emailAttribute: string;
  readonly fullNameAttribute: string;
  /** Names an entry for ever, though it is moved or renamed. */
  readonly idAttribute: string;
  /** For entries without an address: `<name>@<domain>`; and taken off a name that ends in it. Empty: neither. */
  readonly appendDomain: string;
}

/** Undefined when LDAP_URL is not set: then there is no directory. */
export function readLdapSettings(): LdapSettings | undefined {
  const url = process.env['LDAP_URL'] ?? '';
  if (url === '') return undefined;
  if (!/^ldaps?:\/\//.test(url))
    throw new Error('The environment variable LDAP_URL must begin with ldap:// or ldaps://.');
  const dnTemplate = process.env['LDAP_USER_DN_TEMPLATE'] ?? '';
  if (dnTemplate !== '' && !dnTemplate.includes('%(user)s')) {
    throw new Error('The environment variable LDAP_USER_DN_TEMPLATE must contain %(user)s.');
  }
  const caFile = process.env['LDAP_CA_FILE'] ?? '';
  return {
    url,
    startTls: booleanSetting('LDAP_START_TLS', false),
    ca: caFile === '' ? undefined : readFileSync(caFile, 'utf8'),
    search: dnTemplate === '' ? readSearch() : null,
    dnTemplate,
    emailAttribute: stringSetting('LDAP_EMAIL_ATTRIBUTE', 'mail'),
    fullNameAttribute: stringSetting('LDAP_FULL_NAME_ATTRIBUTE', 'cn'),
    idAttribute: stringSetting('LDAP_ID_ATTRIBUTE', 'entryUUID'),
    appendDomain: process.env['LDAP_APPEND_DOMAIN'] ?? '',
  };
}

function readSearch(): LdapSettings['search'] {
  const filter = stringSetting('LDAP_USER_FILTER', '(uid=%(user)s)');
  if (!filter.includes('%(user)s')) throw new Error('The environment variable LDAP_USER_FILTER must contain %(user)s.');
  return {
    bindDn: process.env['LDAP_BIND_DN'] ?? '',
    bindPassword: optionalSetting('LDAP_BIND_PASSWORD'),
    base: stringSetting('LDAP_USER_BASE'),
    filter,
  };
}
