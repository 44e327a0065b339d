import { TOTP } from 'otpauth';

/** The code of an app for the current step of 30 s, or for one after it. Without a secret, a wrong code. */
export const codeOf = (secret: string | undefined, steps = 0): string =>
  secret === undefined ? '' : new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
