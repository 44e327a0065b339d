import { ListRealms, type RealmSummary } from '@chat/contracts';
import type { Operator } from './operator.js';

/** A mistake of the operator; shown without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** The result of a check is bad; shown without a stack. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
}

export interface OptionDefinition {
  readonly type: 'string' | 'boolean';
  readonly help: string;
  readonly isRequired?: boolean;
}

type OptionDefinitions = Readonly<Record<string, OptionDefinition>>;
type ValueOf<Definition> = Definition extends { type: 'string' }
  ? Definition extends { isRequired: true }
    ? string
    : string | undefined
  : boolean | (Definition extends { type: 'boolean' } ? never : string) | undefined;
/** Given options by name. */
export type Options<Definitions = OptionDefinitions> = {
  readonly [Name in keyof Definitions]: ValueOf<Definitions[Name]>;
};
type Print = (line: string) => void;

/** One thing that operators can do. */
export interface Command<Definitions = OptionDefinitions> {
  readonly name: string;
  readonly summary: string;
  readonly options: Definitions;
  run(operator: Operator, options: Options<Definitions>, print: Print): Promise<void>;
}

/** Every command that concerns one realm has this option. */
const REALM_OPTION = {
  realm: { type: 'string', help: 'short name of the realm; the default realm when left out' },
} as const;

/** A command for the realm of `--realm`, which `run` gets. */
export const realmCommand = <const Definitions extends OptionDefinitions>(definition: {
  readonly name: string;
  readonly summary: string;
  readonly options?: Definitions;
  run(realm: RealmSummary, operator: Operator, options: Options<Definitions>, print: Print): Promise<void>;
}): Command => ({
  name: definition.name,
  summary: definition.summary,
  options: { ...REALM_OPTION, ...definition.options },
  run: async (operator, options, print) => {
    const realm = await findRealm(operator, options['realm'] as string | undefined);
    await definition.run(realm, operator, options as Options<Definitions>, print);
  },
});

/** A whole number from `min` up; `fallback` when it was not given. */
export function numberOf(name: string, text: string | undefined, fallback: number, min = 0): number {
  if (text === undefined) return fallback;
  if (!/^\d+$/.test(text) || Number(text) < min) throw new CommandError(`--${name} is a whole number from ${min} up.`);
  return Number(text);
}

export function chosen<Value>(name: string, text: string, values: Readonly<Record<string, Value>>): Value {
  const value = Object.hasOwn(values, text) ? values[text] : undefined;
  if (value === undefined) throw new CommandError(`--${name} is one of: ${Object.keys(values).join(', ')}`);
  return value;
}

export const EMAIL_OPTION = { email: { type: 'string', help: 'address of the account', isRequired: true } } as const;

/** The realm that `str` names; the default realm when it is left out. */
async function findRealm(operator: Operator, str: string | undefined): Promise<RealmSummary> {
  const realms = await operator.request(ListRealms, {}, 0);
  const found = realms.find((realm) => (str === undefined ? realm.isDefault : realm.str === str));
  if (found) return found;
  if (realms.length === 0) throw new CommandError('There is no realm yet. Make one with: create-realm');
  const known = realms.map((realm) => (realm.str === '' ? '""' : realm.str)).join(', ');
  throw new CommandError(`There is no realm "${str ?? ''}". There are: ${known}`);
}
