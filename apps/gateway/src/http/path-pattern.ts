import { type DescribedField, type Endpoint, fieldsOf, MAX_ID } from '@chat/contracts';

export const API_PREFIX = '/api/v1';

const DIGITS = '(^\\d{1,20}$)';
const PARAMETER = /\{([^}]+)\}/g;

/** The fields of an endpoint that stand in its path. */
export const pathFieldsOf = ({ path, parameters }: Pick<Endpoint, 'path' | 'parameters'>): readonly DescribedField[] =>
  [...path.matchAll(PARAMETER)].map(([, name]) => {
    const field = fieldsOf(parameters).find(({ wireName }) => wireName === name);
    if (field === undefined) throw new Error(`${parameters.name} has no field for {${name}} of ${path}.`);
    return field;
  });

const isInteger = ({ type }: DescribedField): boolean => type.kind === 'integer';

/** A path with its parameters: how the router matches it, and the values of its parameters. */
export class PathPattern {
  /** The path as the router takes it, `/api/v1/users/:user_id(^\\d{1,20}$)`. Fixed segments win over integers, integers over text. */
  readonly url: string;
  /** The path as documents and logs show it: `/api/v1/users/{user_id}`. */
  readonly display: string;
  private readonly fields: readonly DescribedField[];

  constructor(path: string, endpoint: Pick<Endpoint, 'path' | 'parameters' | 'atRoot'>) {
    this.fields = pathFieldsOf(endpoint);
    this.display = endpoint.atRoot ? path : API_PREFIX + path;
    const integers = new Set(this.fields.filter(isInteger).map(({ wireName }) => wireName));
    this.url = this.display.replace(PARAMETER, (_, name) => `:${name}${integers.has(name) ? DIGITS : ''}`);
  }

  /** Path parameters by their names in code. Text is checked as its type says. */
  read(values: Readonly<Record<string, string>>): Record<string, unknown> {
    const read: Record<string, unknown> = {};
    for (const field of this.fields) {
      const { wireName, property, type } = field;
      const value = values[wireName] as string;
      read[property] = isInteger(field) ? possibleId(value) : type.read(value, wireName);
    }
    return read;
  }
}

/** An id that no row can have becomes the greatest there is: an object that is missing, like any other. */
const possibleId = (digits: string): number => Math.min(Number(digits), MAX_ID);
