import { endpoint } from '../kit/endpoint.js';
import { Text } from '../kit/fields.js';
import { Role } from '../roles.js';
import { UserSelection } from '../user-selection.js';
import { MAX_PROVIDER_LENGTH } from './identities.requests.js';
import { IdentityList } from './identities.schema.js';

/** Path parameters of `DELETE /users/{user_id}/identities/{provider}`. */
export class IdentitySelection extends UserSelection {
  @Text({ max: MAX_PROVIDER_LENGTH, controlCharacters: 'refused' }) provider!: string;
}

export const listOwnIdentities = endpoint('GET /users/me/identities', {
  pattern: 'users.identities.list_own',
  tag: 'sign-in',
  summary: 'List your own identities at providers',
  response: IdentityList,
});

/** Error: "No such user". */
export const listIdentities = endpoint('GET /users/{user_id}/identities', {
  pattern: 'users.identities.list',
  minimumRole: Role.Administrator,
  tag: 'sign-in',
  summary: 'List the identities of a user at providers; administrators',
  parameters: UserSelection,
  response: IdentityList,
});

/**
 * Also ends the sessions and device keys that began by the provider. The next sign-in with a verified address of the account binds an
 * identity again. Errors: "No such user"; "No such identity"; "Must be an organization owner" for an owner.
 */
export const deleteIdentity = endpoint('DELETE /users/{user_id}/identities/{provider}', {
  pattern: 'users.identities.delete',
  minimumRole: Role.Administrator,
  tag: 'sign-in',
  summary: 'Unlink the identity of a user at a provider; administrators',
  parameters: IdentitySelection,
  example: { provider: 'oidc:keycloak' },
});
