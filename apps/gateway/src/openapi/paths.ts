type Json = Record<string, unknown>;

interface PathParameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Json;
}

/**
 * The `paths` of a document. OpenAPI has one entry for paths that differ only in the names of their parameters
 * (`/users/{user_id}`, `/users/{email}`): its names are those of the first one, and its parameters take the values of all.
 */
export class Paths {
  private readonly items = new Map<string, Record<string, Json>>();
  private readonly pathOfShape = new Map<string, string>();

  add(template: string, method: string, operation: Json): void {
    const path = template.replace('...}', '}');
    const shape = path.replace(/\{[^}]+\}/g, '{}');
    const shown = this.pathOfShape.get(shape) ?? path;
    this.pathOfShape.set(shape, shown);
    const item = this.items.get(shown) ?? {};
    const known = item[method];
    item[method] = known === undefined ? renamed(operation, namesIn(path), namesIn(shown)) : joined(known, operation);
    this.items.set(shown, item);
  }

  sorted(): Record<string, Json> {
    return Object.fromEntries([...this.items].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

const namesIn = (path: string): string[] => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name as string);
const parametersOf = (operation: Json): PathParameter[] => operation['parameters'] as PathParameter[];
const isInPath = (parameter: PathParameter): boolean => parameter.in === 'path';

function renamed(operation: Json, from: readonly string[], to: readonly string[]): Json {
  const parameters = parametersOf(operation).map((parameter) =>
    isInPath(parameter) ? { ...parameter, name: to[from.indexOf(parameter.name)] } : parameter,
  );
  return { ...operation, parameters };
}

function joined(known: Json, further: Json): Json {
  const others = parametersOf(further).filter(isInPath);
  let index = 0;
  const parameters = parametersOf(known).map((parameter) => {
    const other = isInPath(parameter) ? others[index++] : undefined;
    if (other === undefined || other.name === parameter.name) return parameter;
    const schema = { anyOf: [parameter.schema, { ...other.schema, title: other.name }] };
    return { ...parameter, schema, description: `Or: ${other.name}.` };
  });
  return { ...known, parameters };
}
