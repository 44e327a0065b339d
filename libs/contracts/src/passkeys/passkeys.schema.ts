import { Id, ListOf, MapOf, Text, Timestamp } from '../kit/fields.js';
import { anyValue } from '../kit/types/field-type.js';

export const MAX_PASSKEYS_PER_USER = 20;
export const MAX_PASSKEY_NAME_LENGTH = 100;

/** A key pair on a device of the user. It signs in without a password, and counts as both factors. */
export class Passkey {
  @Id() passkeyId!: number;
  @Text({ description: 'Chosen by the user.' }) name!: string;
  @Timestamp() createdAt!: number;
  @Timestamp({ nullable: true, description: 'Of the last sign-in.' }) lastUsedAt!: number | null;
}

/** The passkeys of one user. */
export class PasskeyList {
  @ListOf(Passkey) passkeys!: readonly Passkey[];
}

/** Options for the browser in the JSON form of WebAuthn. Their challenge works once, within ten minutes. */
export class PasskeyOptions {
  @MapOf(anyValue, {
    description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.',
  })
  options!: Readonly<Record<string, unknown>>;
}

/** Response of `POST /users/me/passkeys`. */
export class AddedPasskey {
  @Id() passkeyId!: number;
}
