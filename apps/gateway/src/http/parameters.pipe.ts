import { confusingParameters, type DescribedField, missingParameter } from '@chat/contracts';
import { CLIENT_PARAMETER } from './client-name.js';
import type { FormData } from './form-data.js';

/** Further names and values that a request may use; see `compat/`. */
export interface RequestNames {
  alternativesTo(name: string): readonly string[];
  /** `sentWith`: the other parameters of the request, as they were sent. */
  valueOf(name: string, text: string, sentWith: (name: string) => string | undefined): string;
  /** Further paths under which an endpoint is asked for. */
  otherPaths(path: string): readonly string[];
}

const NONE: readonly string[] = [];

interface Entry extends DescribedField {
  readonly otherNames: readonly string[];
}

/** Reads the parameters of one endpoint. Prepared once, since it is used for every request. */
export class ParametersPipe {
  private readonly entries: readonly Entry[];
  private readonly known: ReadonlySet<string>;

  /** `fields`: those of the endpoint's parameters that do not stand in its path. */
  constructor(
    fields: readonly DescribedField[],
    private readonly names?: RequestNames,
  ) {
    this.entries = fields.map((field) => ({
      ...field,
      otherNames: [...field.aliases, ...(names?.alternativesTo(field.wireName) ?? [])],
    }));
    this.known = new Set([
      CLIENT_PARAMETER,
      ...this.entries.flatMap(({ wireName, otherNames }) => [wireName, ...otherNames]),
    ]);
  }

  /** Checked values by camelCase name. A field of the body wins over one of the same name in the query. */
  read(query: FormData, body: FormData): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    const sent = (name: string) => body.get(name) ?? query.get(name);
    for (const entry of this.entries) {
      const { wireName, property, type, required, defaultValue } = entry;
      const used = entry.otherNames.length === 0 ? wireName : this.usedName(entry, query, body);
      const text = sent(used);
      if (text !== undefined) values[property] = type.read(this.names?.valueOf(wireName, text, sent) ?? text, used);
      else if (required) throw missingParameter(wireName);
      else values[property] = defaultValue;
    }
    return values;
  }

  /** Names that this endpoint does not know, sorted. */
  ignored(query: FormData, body: FormData): readonly string[] {
    if (query.size === 0 && body.size === 0) return NONE;
    const ignored = new Set<string>();
    for (const name of query.keys()) if (!this.known.has(name)) ignored.add(name);
    for (const name of body.keys()) if (!this.known.has(name)) ignored.add(name);
    return ignored.size === 0 ? NONE : [...ignored].sort();
  }

  private usedName({ wireName, otherNames }: Entry, query: FormData, body: FormData): string {
    const [first, second] = [wireName, ...otherNames].filter(
      (candidate) => body.has(candidate) || query.has(candidate),
    );
    if (first !== undefined && second !== undefined) throw confusingParameters(first, second);
    return first ?? wireName;
  }
}
