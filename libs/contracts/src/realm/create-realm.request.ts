import { badRequest } from '../errors/api-errors.js';
import { Bool, Field, Text } from '../kit/fields.js';
import { refined } from '../kit/types/field-type.js';
import { text } from '../kit/types/text.js';
import { ServiceRequest } from '../service-request.js';
import type { RealmRecord } from './realm.schema.js';
import { MAX_REALM_NAME_LENGTH, MAX_REALM_STR_LENGTH } from './realm-settings.schema.js';

const SUBDOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)?$/;
const subdomain = refined(text({ max: MAX_REALM_STR_LENGTH }), (value) => {
  if (!SUBDOMAIN.test(value)) throw badRequest('str is not a subdomain');
});

/**
 * Operator request: make a realm. The first one is the default realm: it answers for every host that no other realm has.
 * Asked outside of any realm: the context's realm id is 0.
 *
 * Errors (BAD_REQUEST): "Subdomain already in use." when `str` is taken, "Host already in use." likewise; a `str` that is no
 * subdomain. Effect: exactly one RealmCreated, in the new realm's log.
 */
export class CreateRealm extends ServiceRequest<RealmRecord> {
  static readonly pattern = 'realm-settings.realms.create';

  /** Lower-case letters, digits and dashes between them; empty for the realm at the root of the host. */
  @Field(subdomain, {}) str!: string;
  @Text({ max: MAX_REALM_NAME_LENGTH, controlCharacters: 'allowed' }) name!: string;
  /** A host name of its own. */
  @Text({ max: 253, optional: true, nullable: true, controlCharacters: 'allowed' }) host?: string | null;
  /** True: becomes the default realm in place of the one that is. */
  @Bool({ optional: true }) isDefault?: boolean;
}
