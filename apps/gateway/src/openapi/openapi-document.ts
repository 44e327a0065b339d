import { type DescribedField, type Endpoint, type JsonSchema, SERVICE_FEATURE_LEVEL } from '@chat/contracts';
import { API_PREFIX, fieldsOutsidePath, pathFieldsOf } from '../http/parameters.pipe.js';
import { components, inDocument, responsesOf } from './components.js';
import { Paths } from './paths.js';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 description of the endpoints. */
export function openApiDocument(endpoints: readonly Endpoint[]): Json {
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
export const tagOf = ({ tag, path }: Endpoint): string => tag ?? path.split('/')[1] ?? '';

function operation(endpoint: Endpoint, path: string): Json {
  const { method, summary, description, deprecated, access } = endpoint;
  const fields = fieldsOutsidePath(endpoint);
  const inQuery = method === 'GET';
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+/g, '-').replace(/-$/, '')}`,
    tags: [tagOf(endpoint)],
    summary,
    ...(description !== undefined && { description }),
    ...(deprecated === true && { deprecated }),
    ...(access === 'anyone' && { security: [] }),
    ...(access === 'user-or-spectator' && { security: [{ basic: [] }, {}] }),
    parameters: [...pathFieldsOf(endpoint).map(pathParameter), ...(inQuery ? fields.map(queryParameter) : [])],
    ...(!inQuery && (fields.length > 0 || endpoint.upload) && { requestBody: body(fields, endpoint.upload) }),
    responses: responsesOf(endpoint),
  };
}

const pathParameter = ({ wireName, type }: DescribedField): Json => ({
  name: wireName,
  in: 'path',
  required: true,
  schema: type.kind === 'integer' ? { type: 'integer' } : type.schema,
});

function queryParameter(field: DescribedField): Json {
  const schema = schemaOf(field);
  return {
    name: field.wireName,
    in: 'query',
    required: field.required,
    ...descriptionOf(field),
    ...(field.deprecated && { deprecated: true }),
    ...(field.type.encoding === 'json' ? { content: { 'application/json': { schema } } } : { schema }),
  };
}

function body(fields: readonly DescribedField[], upload: Endpoint['upload']): Json {
  const properties: Json = Object.fromEntries(
    fields.map((field) => [
      field.wireName,
      { ...schemaOf(field), ...descriptionOf(field), ...(field.deprecated && { deprecated: true }) },
    ]),
  );
  // `maxLength` would count characters of a text.
  if (upload) {
    const description = `A file of at most ${upload.maxFileBytes} bytes.`;
    properties['file'] = { type: 'string', format: 'binary', description, 'x-max-bytes': upload.maxFileBytes };
  }
  const required = fields.filter((field) => field.required).map(({ wireName }) => wireName);
  const encoding = Object.fromEntries(
    fields
      .filter(({ type }) => type.encoding !== 'plain')
      .map(({ wireName }) => [wireName, { contentType: 'application/json' }]),
  );
  const content = {
    schema: { type: 'object', properties, ...(required.length > 0 && { required }) },
    ...(Object.keys(encoding).length > 0 && { encoding }),
  };
  return {
    content: upload ? { 'multipart/form-data': content } : { 'application/x-www-form-urlencoded': content },
  };
}

const schemaOf = ({ type, defaultValue }: DescribedField): JsonSchema =>
  defaultValue === undefined ? type.schema : { ...type.schema, default: defaultValue };

function descriptionOf({ description, aliases }: DescribedField): Json {
  const also =
    aliases.length > 0 ? `Also accepted as ${aliases.map((alias) => `\`${alias}\``).join(', ')}.` : undefined;
  const text = [description, also].filter((part) => part !== undefined).join(' ');
  return text === '' ? {} : { description: text };
}
