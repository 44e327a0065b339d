import { Bool, Integer, ListOf, Text, Timestamp } from '../kit/fields.js';
import { text } from '../kit/types/index.js';

/** Recovery codes of a second factor. */
export const RECOVERY_CODES = 10;

/** A secret for an app that shows codes. It counts from its confirmation on. */
export class TotpSetUp {
  @Text({ description: 'Base32.' }) secret!: string;
  @Text({ description: 'The secret with the names of organization and account, for apps.' }) otpauthUrl!: string;
  @Text({ description: '`otpauth_url` as a picture: a QR code in SVG.' }) qrSvg!: string;
}

/** Each code works once, instead of a code of the app. Case and spaces do not matter. */
export class RecoveryCodes {
  @ListOf(text(), { description: 'Shown only now.' }) recoveryCodes!: readonly string[];
}

/** Response of `GET /users/me/second_factor`. */
export class SecondFactorState {
  @Bool({ description: 'Sign-ins need a code.' }) isEnabled!: boolean;
  @Timestamp({ nullable: true }) enabledAt!: number | null;
  @Integer({ min: 0 }) recoveryCodesLeft!: number;
  @Bool({ description: 'The organization requires it from you.' }) isRequired!: boolean;
  @Bool({ description: 'Changes need your `password` now: you signed in too long ago, or with an API key.' })
  needsPassword!: boolean;
}
