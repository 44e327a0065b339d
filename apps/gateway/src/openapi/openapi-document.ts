import { SERVICE_FEATURE_LEVEL } from '@chat/contracts';
import type { EndpointDefinition } from '../http/endpoint.js';
import type { JsonSchema } from '../http/parameters/json-schema.js';
import type { Parameter } from '../http/parameters/parameter.js';
import { API_PREFIX } from '../http/path-pattern.js';
import { answersOf } from './answers.js';
import { components, inDocument } from './components.js';
import { Paths } from './paths.js';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 description of the endpoints given. */
export function openApiDocument(endpoints: readonly EndpointDefinition[]): Json {
  const paths = new Paths();
  for (const endpoint of endpoints) {
    for (const path of [endpoint.path, ...(endpoint.aliasPaths ?? [])]) {
      const fullPath = endpoint.atRoot ? path : API_PREFIX + path;
      paths.add(fullPath, endpoint.method.toLowerCase(), operation(endpoint, path));
    }
  }
  return inDocument({
    openapi: '3.1.0',
    info: {
      title: 'Team chat API',
      version: String(SERVICE_FEATURE_LEVEL),
      description:
        'Parameters are sent form-encoded, lists and objects among them as JSON text. Answers are JSON objects. Events are the schemas `Event…`.',
    },
    security: [{ basic: [] }],
    paths: paths.sorted(),
    components: components(),
  });
}

/** The group that an endpoint is listed under. */
export const tagOf = ({ tag, path }: EndpointDefinition): string => tag ?? path.split('/')[1] ?? '';

function operation(endpoint: EndpointDefinition, path: string): Json {
  const { method, summary, description, deprecated, access, parameters } = endpoint;
  const inQuery = method === 'GET';
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+/g, '-').replace(/-$/, '')}`,
    tags: [tagOf(endpoint)],
    summary,
    ...(description !== undefined && { description }),
    ...(deprecated === true && { deprecated }),
    ...(access === 'anyone' && { security: [] }),
    ...(access === 'user-or-spectator' && { security: [{ basic: [] }, {}] }),
    parameters: [
      ...pathParameters(endpoint, path),
      ...(inQuery ? Object.entries(parameters).map(([name, parameter]) => queryParameter(name, parameter)) : []),
    ],
    ...(!inQuery && (Object.keys(parameters).length > 0 || endpoint.upload) && { requestBody: body(endpoint) }),
    responses: answersOf(endpoint, path),
  };
}

function pathParameters({ pathParameters: declared }: EndpointDefinition, path: string): Json[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: declared?.[name]?.rule.schema ?? { type: 'integer' },
  }));
}

function queryParameter(name: string, parameter: Parameter<unknown>): Json {
  const schema = schemaOf(parameter);
  return {
    name,
    in: 'query',
    required: parameter.required,
    ...descriptionOf(parameter),
    ...(parameter.deprecated && { deprecated: true }),
    ...(parameter.rule.encoding === 'json' ? { content: { 'application/json': { schema } } } : { schema }),
  };
}

function body({ parameters, upload }: EndpointDefinition): Json {
  const entries = Object.entries(parameters);
  const properties: Json = Object.fromEntries(
    entries.map(([name, parameter]) => [
      name,
      { ...schemaOf(parameter), ...descriptionOf(parameter), ...(parameter.deprecated && { deprecated: true }) },
    ]),
  );
  // `maxLength` would count characters of a text.
  if (upload) {
    const description = `A file of at most ${upload.maxFileBytes} bytes.`;
    properties['file'] = { type: 'string', format: 'binary', description, 'x-max-bytes': upload.maxFileBytes };
  }
  const required = entries.filter(([, { required: isRequired }]) => isRequired).map(([name]) => name);
  const encoding = Object.fromEntries(
    entries
      .filter(([, { rule }]) => rule.encoding !== 'plain')
      .map(([name]) => [name, { contentType: 'application/json' }]),
  );
  const content = {
    schema: { type: 'object', properties, ...(required.length > 0 && { required }) },
    ...(Object.keys(encoding).length > 0 && { encoding }),
  };
  return {
    content: upload ? { 'multipart/form-data': content } : { 'application/x-www-form-urlencoded': content },
  };
}

const schemaOf = ({ rule, defaultValue }: Parameter<unknown>): JsonSchema =>
  defaultValue === undefined ? rule.schema : { ...rule.schema, default: defaultValue };

function descriptionOf({ description, aliases }: Parameter<unknown>): Json {
  const also =
    aliases.length > 0 ? `Also accepted as ${aliases.map((alias) => `\`${alias}\``).join(', ')}.` : undefined;
  const text = [description, also].filter((part) => part !== undefined).join(' ');
  return text === '' ? {} : { description: text };
}
