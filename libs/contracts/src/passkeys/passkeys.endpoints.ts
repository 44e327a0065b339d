import { endpoint, page } from '../kit/endpoint.js';
import { Id, MapOf, Text } from '../kit/fields.js';
import { IntersectionType } from '../kit/mapped-classes.js';
import { anyValue } from '../kit/types/field-type.js';
import { RecentSignIn } from '../sign-in/recent-sign-in.js';
import { HASHING_TIMEOUT_MS } from '../sign-in/sign-in.endpoints.js';
import { AddedPasskey, MAX_PASSKEY_NAME_LENGTH, PasskeyList, PasskeyOptions } from './passkeys.schema.js';

/* Errors of requests with `password`: see RecentSignIn. */

/** Parameters of `POST /users/me/passkeys`. */
export class NewPasskey {
  @Text({ max: MAX_PASSKEY_NAME_LENGTH, blank: false, controlCharacters: 'refused' }) name!: string;
  @MapOf(anyValue, { description: '`PublicKeyCredential.toJSON()` of the new key.' })
  response!: Readonly<Record<string, unknown>>;
}

/** Path parameter of `DELETE /users/me/passkeys/{passkey_id}`. */
export class PasskeySelection {
  @Id() passkeyId!: number;
}

/** Parameters of `DELETE /users/me/passkeys/{passkey_id}`. */
export class PasskeyRemoval extends IntersectionType(PasskeySelection, RecentSignIn) {}

const EXAMPLE_RESPONSE = {
  ...{ id: 'ZXhhbXBsZQ', rawId: 'ZXhhbXBsZQ', type: 'public-key' },
  response: { clientDataJSON: 'eyJ0eXBlIjoi', attestationObject: 'o2NmbXRk' },
};

const own = { bots: 'refused', tag: 'passkeys', timeoutMs: HASHING_TIMEOUT_MS } as const;

/** Error (BAD_REQUEST): "Passkeys need HTTPS and a host name"; "You have too many passkeys". */
export const beginPasskey = endpoint('POST /users/me/passkeys/options', {
  ...own,
  pattern: 'users.passkeys.begin',
  summary: 'Begin to add a passkey',
  parameters: RecentSignIn,
  response: PasskeyOptions,
});

/** Within ten minutes of the options. Error (BAD_REQUEST): "Invalid passkey response: …" with the fault. */
export const addPasskey = endpoint('POST /users/me/passkeys', {
  ...own,
  pattern: 'users.passkeys.add',
  summary: 'Add a passkey that a browser made',
  parameters: NewPasskey,
  example: { name: 'Laptop', response: EXAMPLE_RESPONSE },
  response: AddedPasskey,
});

export const listPasskeys = endpoint('GET /users/me/passkeys', {
  ...own,
  pattern: 'users.passkeys.list',
  summary: 'List your own passkeys',
  response: PasskeyList,
});

/** Error: "No such passkey", also for passkeys of other users. */
export const deletePasskey = endpoint('DELETE /users/me/passkeys/{passkey_id}', {
  ...own,
  pattern: 'users.passkeys.delete',
  summary: 'Delete one of your own passkeys',
  parameters: PasskeyRemoval,
});

/* Pages of the gateway. */

/** Parameters of `POST /accounts/login/passkey`. A missing one counts as empty, so that the sign-in page comes back. */
export class PasskeySignInForm {
  @Text({ default: '', controlCharacters: 'allowed', description: '`PublicKeyCredential.toJSON()` as JSON.' })
  response!: string;
  @Text({ default: '', controlCharacters: 'allowed' }) next!: string;
}

/** Parameters of `POST /account/passkeys`. */
export class PasskeyRemovalForm extends IntersectionType(PasskeySelection, RecentSignIn) {}

/** The same for every person: the browser offers the passkeys that it has. */
export const getPasskeySignInOptions = endpoint('POST /accounts/login/passkey/options', {
  pattern: 'gateway.passkey_pages.get_sign_in_options',
  access: 'user-or-spectator',
  atRoot: true,
  isPage: true,
  tag: 'pages',
  summary: 'Options for the sign-in by a passkey',
  response: PasskeyOptions,
});

/** A refused response gives the sign-in page with status 400, or 429 beyond a limit. */
export const signInByPasskey = page('POST /accounts/login/passkey', {
  pattern: 'gateway.passkey_pages.sign_in',
  summary: 'Sign in by a passkey; 302 to `next` with a session',
  parameters: PasskeySignInForm,
});

export const deletePasskeyByForm = page('POST /account/passkeys', {
  pattern: 'gateway.passkey_pages.delete',
  summary: 'Delete a passkey by the form of the account page',
  timeoutMs: HASHING_TIMEOUT_MS,
  parameters: PasskeyRemovalForm,
});
