import type { Stamped } from '../domain-event.js';
import { Text } from '../kit/fields.js';
import type { Principal } from '../principal.js';
import { RealmRequest } from '../service-request.js';
import { HASHING_TIMEOUT_MS } from '../sign-in/sign-in.endpoints.js';

/** Characters of a token's SHA-256 in base64url. Only the gateway and the browser know the token. */
export const TOKEN_HASH_LENGTH = 43;
/** The rest of a longer `User-Agent` has no use. */
export const MAX_USER_AGENT_LENGTH = 500;

/** The caller of a session. A cache may use it for `usableForMs`; then the service records the use and checks the times anew. */
export interface VerifiedSession extends Stamped<Principal> {
  readonly usableForMs: number;
}

/**
 * Finds the caller with this session. The stamp tells a cache which domain events are newer. Error (UNAUTHORIZED): the session is
 * unknown, of another realm, ended or expired.
 */
export class VerifySession extends RealmRequest<VerifiedSession> {
  static readonly pattern = 'users.sessions.verify';
  static readonly isRepeatable = true;

  @Text({ max: TOKEN_HASH_LENGTH }) tokenHash!: string;
}

/** A session that has begun. */
export interface StartedSession {
  readonly sessionId: number;
  /** It ends after this time at the latest. */
  readonly lifetimeSeconds: number;
}

/**
 * Begins a session by a password. Check, limits, time and errors are those of `fetchApiKey`, and failures of both count together.
 * The caller makes the token, 256 random bits, and sends its hash.
 */
export class StartSession extends RealmRequest<StartedSession> {
  static readonly pattern = 'users.sign_in.start_session';
  static readonly timeoutMs = HASHING_TIMEOUT_MS;

  @Text({ controlCharacters: 'allowed' }) username!: string;
  @Text({ controlCharacters: 'allowed' }) password!: string;
  @Text({ max: TOKEN_HASH_LENGTH }) tokenHash!: string;
  /** The network address of the client. */
  @Text() clientAddress!: string;
  @Text({ max: MAX_USER_AGENT_LENGTH, controlCharacters: 'allowed' }) userAgent!: string;
}
