import { randomBytes } from 'node:crypto';
import { Role } from '@chat/contracts';
import type { Operator } from './operator.js';

/** A mistake of the operator; shown without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Given options by name; switches are true. */
export type Options = Readonly<Record<string, string | boolean | undefined>>;

export interface OptionDefinition {
  readonly type: 'string' | 'boolean';
  readonly help: string;
  readonly isRequired?: boolean;
}

/** One thing that operators can do. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, OptionDefinition>>;
  run(operator: Operator, options: Options, print: (line: string) => void): Promise<void>;
}

/** The text of an option that is there. */
export const textOf = (options: Options, name: string): string => {
  const value = options[name];
  if (typeof value !== 'string') throw new CommandError(`Give --${name}.`);
  return value;
};

export const optionalTextOf = (options: Options, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};

/** A whole number from `min` up; `fallback` when it was not given. */
export function numberOf(options: Options, name: string, fallback: number, min = 0): number {
  const text = optionalTextOf(options, name);
  if (text === undefined) return fallback;
  if (!/^\d+$/.test(text) || Number(text) < min) throw new CommandError(`--${name} is a whole number from ${min} up.`);
  return Number(text);
}

/** Every command that concerns one realm has this option. */
export const REALM_OPTION = {
  realm: { type: 'string', help: 'short name of the realm; the default realm when left out' },
} as const satisfies Record<string, OptionDefinition>;

export const EMAIL_OPTION = {
  email: { type: 'string', help: 'address of the account', isRequired: true },
} as const satisfies Record<string, OptionDefinition>;

const NAMES: Readonly<Record<string, Role>> = {
  owner: Role.Owner,
  administrator: Role.Administrator,
  moderator: Role.Moderator,
  member: Role.Member,
  guest: Role.Guest,
};

export const ROLE_NAMES = Object.keys(NAMES).join(', ');

export function roleNamed(name: string): Role {
  const role = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  if (role === undefined) throw new CommandError(`--role is one of: ${ROLE_NAMES}`);
  return role;
}

export const nameOfRole = (role: Role): string =>
  Object.entries(NAMES).find(([, value]) => value === role)?.[0] ?? String(role);

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
