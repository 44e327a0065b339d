import { readFileSync } from 'node:fs';
import { setting } from '@chat/configuration';

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
  const url = setting('LDAP_URL');
  if (url === '') return undefined;
  const dnTemplate = setting('LDAP_USER_DN_TEMPLATE');
  const caFile = setting('LDAP_CA_FILE');
  return {
    url,
    startTls: setting('LDAP_START_TLS'),
    ca: caFile === '' ? undefined : readFileSync(caFile, 'utf8'),
    search: dnTemplate === '' ? readSearch() : null,
    dnTemplate,
    emailAttribute: setting('LDAP_EMAIL_ATTRIBUTE'),
    fullNameAttribute: setting('LDAP_FULL_NAME_ATTRIBUTE'),
    idAttribute: setting('LDAP_ID_ATTRIBUTE'),
    appendDomain: setting('LDAP_APPEND_DOMAIN'),
  };
}

function readSearch(): LdapSettings['search'] {
  return {
    bindDn: setting('LDAP_BIND_DN'),
    bindPassword: setting('LDAP_BIND_PASSWORD'),
    base: setting('LDAP_USER_BASE'),
    filter: setting('LDAP_USER_FILTER'),
  };
}
