import type { Stamped } from '../domain-event.js';
import { Text } from '../kit/fields.js';
import type { Principal } from '../principal.js';
import { RealmRequest, repeatable } from '../service-request.js';

/** Characters of a token's SHA-256 in base64url. Only the gateway and the browser know the token. */
export const TOKEN_HASH_LENGTH = 43;

/** The caller of a session. A cache may use it for `usableForMs`; then the service records the use and checks the times anew. */
export interface VerifiedSession extends Stamped<Principal> {
  readonly usableForMs: number;
}

/**
 * Finds the caller with this session. The stamp tells a cache which domain events are newer. Error (UNAUTHORIZED): the session is
 * unknown, of another realm, ended or expired.
 */
export class VerifySession extends repeatable(RealmRequest<VerifiedSession>, 'users.sessions.verify') {
  @Text({ max: TOKEN_HASH_LENGTH }) tokenHash!: string;
}
