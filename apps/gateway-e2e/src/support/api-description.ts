import { API_PREFIX } from '@chat/contracts';
import type { ApiClient } from './api-client.js';

export { API_PREFIX };

/** A JSON Schema as the description shows it. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
}

export interface ApiParameter {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

/** One endpoint at one path, as /openapi.json describes it. */
export interface ApiOperation {
  readonly method: string;
  /** With the prefix of the API, and path parameters in braces. */
  readonly path: string;
  /** `POST /messages`: method and path without the prefix of the API. */
  readonly name: string;
  readonly access: 'user' | 'user-or-spectator' | 'anyone';
  readonly pathParameters: readonly ApiParameter[];
  /** Parameters of the query or the form. */
  readonly parameters: readonly ApiParameter[];
  readonly takesFiles: boolean;
  /** The body is any JSON; all parameters are in the query. */
  readonly takesJson: boolean;
}

interface Described {
  readonly security?: readonly object[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema?: Schema;
    readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** Every endpoint for programs that is served, as the service itself tells. */
export async function describedOperations(client: ApiClient): Promise<ApiOperation[]> {
  const { status, body } = await client.call('GET', '/openapi.json');
  if (status !== 200) throw new Error(`GET /openapi.json answered ${status}`);
  const paths = Object.entries(body.paths as Record<string, Record<string, Described>>);
  return paths.flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security = [] }]) => !security.some((scheme) => 'session' in scheme))
      .map(([method, described]) => operation(method.toUpperCase(), path, described)),
  );
}

function operation(method: string, path: string, described: Described): ApiOperation {
  const parameters = described.parameters.map((parameter) => ({
    place: parameter.in,
    name: parameter.name,
    isRequired: parameter.required,
    schema: parameter.schema ?? Object.values(parameter.content ?? {})[0]?.schema ?? {},
  }));
  const [mediaType, content] = Object.entries(described.requestBody?.content ?? {})[0] ?? [];
  const required = new Set(content?.schema.required ?? []);
  const ofBody = Object.entries(content?.schema.properties ?? {})
    .filter(([, schema]) => schema.format !== 'binary')
    .map(([name, schema]) => ({ name, isRequired: required.has(name), schema }));
  return {
    method,
    path,
    name: `${method} ${path.startsWith(API_PREFIX) ? path.slice(API_PREFIX.length) : path}`,
    access: accessOf(described.security),
    pathParameters: parameters.filter(({ place }) => place === 'path'),
    parameters: [...parameters.filter(({ place }) => place === 'query'), ...ofBody],
    takesFiles: mediaType === 'multipart/form-data',
    takesJson: mediaType === 'application/json',
  };
}

function accessOf(security: readonly object[] | undefined): ApiOperation['access'] {
  if (security === undefined) return 'user';
  return security.length === 0 ? 'anyone' : 'user-or-spectator';
}
