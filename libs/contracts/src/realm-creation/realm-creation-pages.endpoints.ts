import { page } from '../kit/endpoint.js';
import { Text } from '../kit/fields.js';
import { HASHING_TIMEOUT_MS } from '../sign-in/sign-in.endpoints.js';
import { RegistrationForm } from '../sign-ups/sign-up-pages.endpoints.js';

/* Pages of the gateway for new organizations. */

/** Parameters of `POST /new/`. */
export class NewRealmForm {
  @Text({ default: '', controlCharacters: 'allowed' }) email!: string;
  @Text({ default: '', controlCharacters: 'allowed' }) realmName!: string;
  @Text({ default: '', controlCharacters: 'allowed', description: 'As `org_type` of `PATCH /realm`.' })
  realmType!: string;
  @Text({ default: '', controlCharacters: 'allowed' }) realmSubdomain!: string;
}

/** Path parameter of `GET /new/{key}`: the secret of a link by the operators. */
export class NewRealmKey {
  @Text({ controlCharacters: 'allowed' }) key!: string;
}

/** Parameters of `POST /new/{key}`. */
export class NewRealmByLinkForm extends NewRealmForm {
  @Text({ controlCharacters: 'allowed' }) key!: string;
}

/** Without `OPEN_REALM_CREATION` status 403. */
export const getNewRealmPage = page('GET /new', {
  pattern: 'gateway.realm_creation_pages.get_new',
  summary: 'The page to ask for a new organization',
  errorStatuses: [403],
});

/** A refused form comes back with status 400, or 429 beyond a limit. */
export const requestRealm = page('POST /new', {
  pattern: 'gateway.realm_creation_pages.request',
  summary: 'Mail a link for a new organization; 302',
  errorStatuses: [403],
  parameters: NewRealmForm,
});

export const getNewRealmByLinkPage = page('GET /new/{key}', {
  pattern: 'gateway.realm_creation_pages.get_new_by_link',
  summary: 'The same page by a link of the operators; opening it uses nothing up',
  errorStatuses: [404],
  parameters: NewRealmKey,
});

export const requestRealmByLink = page('POST /new/{key}', {
  pattern: 'gateway.realm_creation_pages.request_by_link',
  summary: 'Mail a link for a new organization and use the link of the operators up; 302',
  errorStatuses: [404],
  parameters: NewRealmByLinkForm,
});

/** A refused form comes back with status 400, and its link remains valid. */
export const registerRealm = page('POST /realm/register', {
  pattern: 'gateway.realm_creation_pages.register',
  summary: 'Create the organization of a mailed link and its owner; 302 to the sign-in at its host',
  errorStatuses: [404],
  timeoutMs: HASHING_TIMEOUT_MS,
  parameters: RegistrationForm,
});
