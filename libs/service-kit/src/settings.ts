import { readFileSync } from 'node:fs';

/**
 * Reads one environment variable, or the file that `<name>_FILE` names (for secrets: an environment is easily shown); throws a
 * message that says what to set when it does not fit.
 */
export function stringSetting(name: string, fallback?: string): string {
  const value = optionalSetting(name) || fallback;
  if (value === undefined || value === '') throw new Error(`Set the environment variable ${name} (or ${name}_FILE).`);
  return value;
}

/** As {@link stringSetting}; empty when neither is set. */
export function optionalSetting(name: string): string {
  const value = process.env[name];
  if (value !== undefined && value !== '') return value;
  const file = process.env[`${name}_FILE`];
  if (file === undefined || file === '') return '';
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`The file that the environment variable ${name}_FILE names cannot be read: ${message}`);
  }
}

/** A whole number within `[min, max]`. */
export function integerSetting(name: string, fallback: number, range: { min?: number; max?: number } = {}): number {
  const text = process.env[name];
  if (text === undefined || text === '') return fallback;
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = range;
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || value < min || value > max) {
    throw new Error(`The environment variable ${name} is "${text}"; set a whole number from ${min} to ${max}.`);
  }
  return value;
}

/** `true` or `false`. */
export function booleanSetting(name: string, fallback: boolean): boolean {
  const text = process.env[name];
  if (text === undefined || text === '') return fallback;
  if (text !== 'true' && text !== 'false') {
    throw new Error(`The environment variable ${name} is "${text}"; set true or false.`);
  }
  return text === 'true';
}
