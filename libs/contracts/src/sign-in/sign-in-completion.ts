import { OneOf, Text } from '../kit/fields.js';
import { TOKEN_HASH_LENGTH } from '../sessions/sessions.requests.js';
import { SESSION_KINDS, type SessionKind } from '../sessions/sessions.schema.js';

/* Part of every request that proves a person: the client that the sign-in is for, and the result. */

/** The rest of a longer `User-Agent` has no use. */
export const MAX_USER_AGENT_LENGTH = 500;
/** A longer destination of a sign-in is not carried to an app. */
export const MAX_NEXT_LENGTH = 2_000;

/** The client that a sign-in is for: this browser (`web`), or an app that opened it. */
export class SignInTarget {
  @OneOf(SESSION_KINDS) kind!: SessionKind;
  /** Of the token for the session of this browser. The gateway makes the token, 256 random bits; it counts for `web` only. */
  @Text({ max: TOKEN_HASH_LENGTH }) tokenHash!: string;
  @Text({ max: MAX_USER_AGENT_LENGTH, controlCharacters: 'allowed' }) userAgent!: string;
  /** Of a token that this browser has since its first sign-in. */
  @Text({ max: TOKEN_HASH_LENGTH, optional: true }) browserHash?: string;
  /** The network address of the browser. */
  @Text({ max: 128 }) clientAddress!: string;
  /** For `desktop`: the path that the window of the app goes to. */
  @Text({ max: MAX_NEXT_LENGTH, optional: true }) next?: string;
}

/** `web`: a session has begun. It ends after the lifetime at the latest. `next` is that of the sign-in for a desktop app. */
export interface BegunSession {
  readonly result: 'session';
  readonly sessionId: number;
  readonly lifetimeSeconds: number;
  readonly next?: string | undefined;
}

/** `mobile`: the device has a key of its own. */
export interface IssuedDeviceKey {
  readonly result: 'device_key';
  readonly userId: number;
  /** The real address. */
  readonly email: string;
  /** Opens the API like the API key of the account. Only this reply has it. */
  readonly apiKey: string;
}

/** `desktop`: the app exchanges the token for a session, once and within 15 s. Only this reply has it. */
export interface IssuedLoginToken {
  readonly result: 'login_token';
  /** 32 letters and digits. */
  readonly loginToken: string;
}

/** There is no session yet: the second factor is missing. */
export interface NeededSecondFactor {
  readonly result: 'second_factor';
  /** Names the sign-in for ten minutes. Only the browser has it. */
  readonly secondFactorToken: string;
  /** The realm requires a second factor, and the person has none. */
  readonly needsSetUp: boolean;
}

/** The outcome of a sign-in. */
export type SignInResult = BegunSession | IssuedDeviceKey | IssuedLoginToken | NeededSecondFactor;
