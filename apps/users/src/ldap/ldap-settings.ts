import { readFileSync } from 'node:fs';
import { setting } from '@chat/configuration';

export type LdapSettings = NonNullable<ReturnType<typeof readLdapSettings>>;

/** Returns undefined if LDAP_URL is not set. The environment describes either a search or a template of distinguished names. */
export function readLdapSettings() {
  const url = setting('LDAP_URL');
  if (url === '') return undefined;
  const dnTemplate = setting('LDAP_USER_DN_TEMPLATE');
  const caFile = setting('LDAP_CA_FILE');
  return {
    url,
    startTls: setting('LDAP_START_TLS'),
    /** PEM; undefined: the authorities that the system trusts. */
    ca: caFile === '' ? undefined : readFileSync(caFile, 'utf8'),
    search: dnTemplate === '' ? readSearch() : null,
    dnTemplate,
    emailAttribute: setting('LDAP_EMAIL_ATTRIBUTE'),
    fullNameAttribute: setting('LDAP_FULL_NAME_ATTRIBUTE'),
    idAttribute: setting('LDAP_ID_ATTRIBUTE'),
    appendDomain: setting('LDAP_APPEND_DOMAIN'),
  };
}

const readSearch = () => ({
  bindDn: setting('LDAP_BIND_DN'),
  bindPassword: setting('LDAP_BIND_PASSWORD'),
  base: setting('LDAP_USER_BASE'),
  filter: setting('LDAP_USER_FILTER'),
});
