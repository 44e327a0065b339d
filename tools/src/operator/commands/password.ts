import { randomBytes } from 'node:crypto';
import { type OptionDefinition, type Options, optionalTextOf } from '../command.js';

/** 16 letters, digits and dashes. */
const PASSWORD_BYTES = 12;

export const PASSWORD_OPTION = {
  password: {
    type: 'string',
    help: 'others on this machine can read it meanwhile; one is made and shown when left out',
  },
} as const satisfies Record<string, OptionDefinition>;

/** The password given, or one that is made up. */
export function passwordOf(options: Options): { readonly password: string; readonly isMadeUp: boolean } {
  const given = optionalTextOf(options, 'password');
  return given === undefined
    ? { password: randomBytes(PASSWORD_BYTES).toString('base64url'), isMadeUp: true }
    : { password: given, isMadeUp: false };
}
