import type { IncomingHttpHeaders } from 'node:http';
import {
  confusingParameters,
  type DescribedField,
  type Endpoint,
  MAX_CLIENT_NAME_LENGTH,
  MAX_ID,
  MAX_USER_AGENT_LENGTH,
  missingParameter,
} from '@chat/contracts';
import type { CompatNames } from '../compat/compat-names.js';
import { fieldsOutsidePath, pathFieldsOf } from './endpoint-fields.js';
import type { FormData } from './form-data.js';

/** Parameter of every endpoint: the name of the client program, for clients that cannot choose their `User-Agent`. */
export const CLIENT_PARAMETER = 'client';
/** Parameter of webhooks: the API key of the caller. */
export const KEY_PARAMETER = 'api_key';
/** Field of every form with a session: the CSRF token. */
export const CSRF_PARAMETER = 'csrfmiddlewaretoken';

interface NamedField extends DescribedField {
  /** Wire name first. */
  readonly names: readonly string[];
}

/** Reads the parameters of one endpoint. */
export class ParametersPipe {
  private readonly pathFields: readonly DescribedField[];
  private readonly fields: readonly NamedField[];
  private readonly known: ReadonlySet<string>;

  constructor(
    endpoint: Endpoint,
    private readonly names?: CompatNames,
  ) {
    this.pathFields = pathFieldsOf(endpoint);
    this.fields = fieldsOutsidePath(endpoint).map((field) => ({
      ...field,
      names: [field.wireName, ...field.aliases, ...(names?.alternativesTo(field.wireName) ?? [])],
    }));
    this.known = new Set([CLIENT_PARAMETER, CSRF_PARAMETER, ...this.fields.flatMap((field) => field.names)]);
  }

  /** Checked values by their names in code. A field of the body wins over one of the same name in the query. */
  read(path: Readonly<Record<string, string>>, query: FormData, body: FormData): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const { wireName, property, type } of this.pathFields) {
      const text = (path[wireName] ?? path['*']) as string;
      // An id beyond every store is that of a missing object.
      values[property] = type.kind === 'integer' ? Math.min(Number(text), MAX_ID) : type.read(text, wireName);
    }
    const sent = (name: string) => body.get(name) ?? query.get(name);
    const allSent = (name: string) => (body.has(name) ? body : query).all?.(name) ?? [];
    for (const { wireName, names, property, type, required, defaultValue } of this.fields) {
      const used = names.length === 1 ? wireName : usedName(names, sent);
      const text = sent(used);
      if (type.readAll !== undefined) values[property] = type.readAll(allSent(wireName), wireName);
      else if (text !== undefined)
        values[property] = type.read(this.names?.valueOf(wireName, text, sent) ?? text, used);
      else if (required) throw missingParameter(wireName);
      else values[property] = defaultValue;
    }
    return values;
  }

  /** Parameters that the endpoint does not know, sorted. */
  ignored(query: FormData, body: FormData): readonly string[] {
    const ignored = [...query.keys(), ...body.keys()].filter((name) => !this.known.has(name));
    return [...new Set(ignored)].sort();
  }
}

function usedName(names: readonly string[], sent: (name: string) => string | undefined): string {
  const [first, second] = names.filter((name) => sent(name) !== undefined);
  if (first !== undefined && second !== undefined) throw confusingParameters(first, second);
  return first ?? (names[0] as string);
}

/**
 * The name of the client program: the given one, or the text before the version in its `User-Agent` (`ZulipMobile/27.2 (iOS)` is
 * `ZulipMobile`), which may have several words without digits.
 */
export function clientNameOf(userAgent = '', given = ''): string {
  const name = presentable(given) || presentable(/^[^/ ]*[^0-9/(]*/.exec(userAgent)?.[0] ?? '');
  return name === '' ? 'Unspecified' : name;
}

/** The part of the `User-Agent` that services get. */
export const userAgentIn = ({ 'user-agent': userAgent = '' }: IncomingHttpHeaders): string =>
  userAgent.slice(0, MAX_USER_AGENT_LENGTH);

const presentable = (name: string): string => name.replace(/[^\x20-\x7e]/g, '').slice(0, MAX_CLIENT_NAME_LENGTH);
