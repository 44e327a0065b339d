import type { EndpointDefinition } from './endpoint.js';
import { camelCase } from './parameters/camel-case.js';
import { MAX_ID } from './parameters/integer.js';
import type { Rule } from './parameters/parameter.js';

export const API_PREFIX = '/api/v1';

const DIGITS = /^\d{1,20}$/;
const PARAMETER = /\{([^}]+)\}/g;

interface Segment {
  readonly property: string;
  readonly name: string;
  /** Absent for integers. */
  readonly rule: Rule<unknown> | undefined;
}

/** A path with its parameters: which values fit it, and what they are. */
export class PathPattern {
  /** The path with parameters as numbered places, `/users/:0`: equal for all patterns that only the values tell apart. */
  readonly shape: string;
  /** The path as documents and logs show it: `/api/v1/users/{user_id}`. */
  readonly display: string;
  private readonly segments: readonly Segment[];

  constructor(path: string, definition: Pick<EndpointDefinition, 'pathParameters' | 'atRoot'>) {
    const names = [...path.matchAll(PARAMETER)].map((match) => match[1] as string);
    this.segments = names.map((name) => ({
      name,
      property: camelCase(name),
      rule: definition.pathParameters?.[name]?.rule,
    }));
    this.display = definition.atRoot ? path : API_PREFIX + path;
    let place = 0;
    this.shape = this.display.replace(PARAMETER, () => `:${place++}`);
  }

  /** Patterns with more integers come first, so that an integer wins over text. */
  get integers(): number {
    return this.segments.filter(({ rule }) => rule === undefined).length;
  }

  /** Whether `values`, one for each place, are of the right kind. */
  fits(values: readonly string[]): boolean {
    return this.segments.every(({ rule }, place) => rule !== undefined || DIGITS.test(values[place] as string));
  }

  /** Path parameters by camelCase name. Text is checked as its rule says. */
  read(values: readonly string[]): Record<string, unknown> {
    const read: Record<string, unknown> = {};
    this.segments.forEach(({ name, property, rule }, place) => {
      const value = values[place] as string;
      read[property] = rule === undefined ? possibleId(value) : rule.read(value, name);
    });
    return read;
  }
}

/** An id that no row can have becomes the greatest there is: an object that is missing, like any other. */
const possibleId = (digits: string): number => Math.min(Number(digits), MAX_ID);
