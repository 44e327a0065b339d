import type { EndpointDefinition } from './endpoint.js';
import { camelCase } from './parameters/camel-case.js';
import { MAX_ID } from './parameters/integer.js';
import type { Rule } from './parameters/parameter.js';

export const API_PREFIX = '/api/v1';

const DIGITS = '(^\\d{1,20}$)';
const PARAMETER = /\{([^}]+)\}/g;

interface Segment {
  readonly property: string;
  readonly name: string;
  /** Absent for integers. */
  readonly rule: Rule<unknown> | undefined;
}

/** A path with its parameters: how the router matches it, and the values of its parameters. */
export class PathPattern {
  /** The path as the router takes it, `/api/v1/users/:user_id(^\\d{1,20}$)`. Fixed segments win over integers, integers over text. */
  readonly url: string;
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
    this.url = this.display.replace(PARAMETER, (_, name) => {
      const isInteger = definition.pathParameters?.[name] === undefined;
      return `:${name}${isInteger ? DIGITS : ''}`;
    });
  }

  /** Path parameters by camelCase name. Text is checked as its rule says. */
  read(values: Readonly<Record<string, string>>): Record<string, unknown> {
    const read: Record<string, unknown> = {};
    for (const { name, property, rule } of this.segments) {
      const value = values[name] as string;
      read[property] = rule === undefined ? possibleId(value) : rule.read(value, name);
    }
    return read;
  }
}

/** An id that no row can have becomes the greatest there is: an object that is missing, like any other. */
const possibleId = (digits: string): number => Math.min(Number(digits), MAX_ID);
