import { readFileSync } from 'node:fs';
import type { Variable } from './kinds.js';
import { UnfitValue } from './unfit-value.js';
import { VARIABLES, type VariableName } from './variables.js';

/** Type of the value of one variable. */
export type Setting<Name extends VariableName> = (typeof VARIABLES)[Name] extends Variable<infer Value> ? Value : never;

/**
 * Returns the value of an environment variable, or its default. An empty variable counts as unset. If the value does not fit,
 * or a required variable is unset, it throws a message for the operator; the text of a secret is not in it.
 */
export function setting<Name extends VariableName>(name: Name): Setting<Name> {
  const variable: Variable<unknown> = VARIABLES[name];
  const text = textOf(name, variable.isSecret);
  if (text === '') {
    if (variable.fallback !== undefined) return variable.fallback as Setting<Name>;
    throw new Error(`Set the environment variable ${name}${variable.isSecret ? ` (or ${name}_FILE)` : ''}.`);
  }
  const value = parsed(name, variable, text);
  if (value === undefined) {
    throw new Error(`The environment variable ${name} is "${text}"; ${variable.expectation}.`);
  }
  return value as Setting<Name>;
}

function parsed<Value>(name: string, { parse }: Variable<Value>, text: string): Value | undefined {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof UnfitValue)) throw error;
    throw new Error(`The environment variable ${name} does not fit: ${error.message}.`);
  }
}

function textOf(name: string, isSecret: boolean): string {
  const text = process.env[name];
  if (text !== undefined && text !== '') return text;
  const file = isSecret ? process.env[`${name}_FILE`] : undefined;
  if (file === undefined || file === '') return '';
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Error(`The file of the environment variable ${name}_FILE cannot be read: ${(error as Error).message}`);
  }
}
