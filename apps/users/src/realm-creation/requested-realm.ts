import {
  badRequest,
  MAX_REALM_NAME_LENGTH,
  MAX_REALM_STR_LENGTH,
  ORG_TYPES,
  REALM_CREATION_ERRORS,
} from '@chat/contracts';
import { codePointCount } from '@chat/text';

/** The organization that a person requests. */
export interface RequestedRealm {
  readonly name: string;
  readonly orgType: number;
  readonly subdomain: string;
}

const MIN_SUBDOMAIN_LENGTH = 3;
const SUBDOMAIN = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/** Names of hosts that people take for parts of the installation. */
const RESERVED = new Set(
  (
    'about abuse account accounts admin administrator api app apps assets auth autoconfig autodiscover backup beta billing blog ' +
    'cdn chat community contact dashboard data demo dev developer developers dns docs download downloads email events files ftp ' +
    'git go help home host hostmaster images imap info internal invite join legal localhost login mail mailer media metrics mobile ' +
    'monitoring mx new news noreply oauth office official ops owner pop postmaster press privacy prod production proxy push realm ' +
    'realms register registration root saml sales security server service services signin signup smtp sso staging static stats ' +
    'status store subdomain support sysadmin system team terms test testing upload uploads user users vpn web webhook webhooks ' +
    'webmail webmaster wiki www www1 www2'
  ).split(' '),
);

/** The request without white space around it. Throws the first fault. Whether the subdomain is taken is another question. */
export function checkedRealm({ name: given, orgType, subdomain }: RequestedRealm): RequestedRealm {
  const name = given.trim();
  if (name === '' || /\p{Cc}/u.test(name) || codePointCount(name) > MAX_REALM_NAME_LENGTH) {
    throw badRequest(REALM_CREATION_ERRORS.name);
  }
  if (!ORG_TYPES.some((type) => type === orgType)) throw badRequest(REALM_CREATION_ERRORS.type);
  if (!SUBDOMAIN.test(subdomain) || subdomain.length > MAX_REALM_STR_LENGTH) {
    throw badRequest(REALM_CREATION_ERRORS.subdomain);
  }
  if (subdomain.length < MIN_SUBDOMAIN_LENGTH) throw badRequest(REALM_CREATION_ERRORS.shortSubdomain);
  // Browsers decode names of this form, which may look like other names.
  if (RESERVED.has(subdomain) || subdomain.startsWith('xn--'))
    throw badRequest(REALM_CREATION_ERRORS.reservedSubdomain);
  return { name, orgType, subdomain };
}
