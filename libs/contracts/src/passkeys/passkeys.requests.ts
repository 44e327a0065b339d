import { MapOf, Nested, Text } from '../kit/fields.js';
import { anyValue } from '../kit/types/field-type.js';
import { RealmRequest, request } from '../service-request.js';
import { TOKEN_HASH_LENGTH } from '../sessions/sessions.requests.js';
import { type SignInResult, SignInTarget } from '../sign-in/sign-in-completion.js';
import type { PasskeyOptions } from './passkeys.schema.js';

/** Makes a challenge for a browser. Error (BAD_REQUEST): "Passkeys need HTTPS and a host name"; REALM_DEACTIVATED. */
export class BeginPasskeySignIn extends request(RealmRequest<PasskeyOptions>, 'users.passkeys.begin_sign_in') {
  /** Hash of a secret of the browser: only the same browser can use the challenge. */
  @Text({ max: TOKEN_HASH_LENGTH }) browserHash!: string;
}

/**
 * Signs the owner of a passkey in. Errors: "Invalid passkey response: …" (BAD_REQUEST), also for a challenge that was used, is late or
 * belongs to another browser, and for an unknown passkey; USER_DEACTIVATED; REALM_DEACTIVATED; RATE_LIMIT_HIT.
 */
export class SignInWithPasskey extends request(RealmRequest<SignInResult>, 'users.passkeys.sign_in') {
  @Text({ max: TOKEN_HASH_LENGTH }) browserHash!: string;
  @MapOf(anyValue) response!: Readonly<Record<string, unknown>>;
  @Nested(SignInTarget) target!: SignInTarget;
}
