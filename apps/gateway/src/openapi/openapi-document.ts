import {
  type DescribedField,
  type Endpoint,
  type ExampleValue,
  exampleParameters,
  fullPathOf,
  groupOf,
  isForBrowsers,
  type JsonSchema,
  SERVICE_FEATURE_LEVEL,
  type WebhookExample,
} from '@chat/contracts';
import { fieldsOutsidePath, pathFieldsOf } from '../http/endpoint-fields.js';
import { BYTES_TYPE } from '../http/tus.js';
import { components, inDocument, responsesOf } from './components.js';
import { Paths } from './paths.js';

type Json = Record<string, unknown>;

export function openApiDocument(endpoints: readonly Endpoint[]): Json {
  const paths = new Paths();
  for (const endpoint of endpoints) {
    for (const path of [endpoint.path, ...(endpoint.aliasPaths ?? [])]) {
      paths.add(fullPathOf({ ...endpoint, path }), endpoint.method.toLowerCase(), operation(endpoint, path));
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

function operation(endpoint: Endpoint, path: string): Json {
  const { method, summary, description, deprecated } = endpoint;
  const fields = fieldsOutsidePath(endpoint);
  const inQuery = method === 'GET' || endpoint.webhook !== undefined;
  const examples = exampleParameters(endpoint);
  const bodyOfBytes = { content: { [BYTES_TYPE]: { schema: { type: 'string', format: 'binary' } } } };
  return {
    operationId: operationIdOf(endpoint, path),
    tags: [groupOf(endpoint)],
    summary,
    ...(description !== undefined && { description }),
    ...(deprecated === true && { deprecated }),
    ...securityOf(endpoint),
    parameters: [
      ...pathFieldsOf(endpoint).map((field) => pathParameter(field, examples)),
      ...(inQuery ? fields.map((field) => queryParameter(field, examples)) : []),
      ...Object.entries(endpoint.tus?.headers ?? {})
        .filter(isParameter)
        .map(headerParameter),
    ],
    ...(endpoint.tus?.body !== undefined && { requestBody: bodyOfBytes }),
    ...(endpoint.webhook && { requestBody: bodyOfWebhook(endpoint.webhook) }),
    ...(!inQuery && (fields.length > 0 || acceptsFile(endpoint)) && { requestBody: body(fields, examples, endpoint) }),
    responses: responsesOf(endpoint),
  };
}

const bodyOfWebhook = ({ body: example }: WebhookExample): Json => ({
  content: {
    'application/json': { schema: { description: 'As the other service writes it.' }, example: JSON.parse(example) },
  },
});

/** Different also for paths that are the same below `/api/v1`, below `/json` and at the root of the host. */
function operationIdOf({ method, onlyForSessions, isPage, takesSessions }: Endpoint, path: string): string {
  const place = onlyForSessions ? '-json' : isPage ? '-page' : takesSessions ? '-file' : '';
  return `${method.toLowerCase()}${place}${path.replace(/[^A-Za-z0-9]+/g, '-').replace(/-$/, '')}`;
}

/** Absent for endpoints that require Basic credentials, as most do. */
function securityOf(endpoint: Endpoint): Json {
  const { access } = endpoint;
  if (access === 'anyone') return { security: [] };
  const scheme = isForBrowsers(endpoint) ? { session: [] } : { basic: [] };
  if (access === 'user-or-spectator') return { security: [scheme, {}] };
  return isForBrowsers(endpoint) ? { security: [scheme] } : {};
}

type Examples = Readonly<Record<string, ExampleValue>>;

const pathParameter = ({ wireName, type }: DescribedField, examples: Examples): Json => ({
  name: wireName,
  in: 'path',
  required: true,
  example: examples[wireName],
  schema: type.kind === 'integer' ? { type: 'integer' } : type.schema,
});

function queryParameter(field: DescribedField, examples: Examples): Json {
  const schema = schemaOf(field);
  const example = field.wireName in examples && { example: examples[field.wireName] };
  return {
    name: field.wireName,
    in: 'query',
    required: field.required,
    ...descriptionOf(field),
    ...(field.deprecated && { deprecated: true }),
    ...(field.type.encoding === 'json'
      ? { content: { 'application/json': { schema, ...example } } }
      : { schema, ...example }),
  };
}

/** OpenAPI describes the content type with the body. */
const isParameter = ([name]: [string, string]): boolean => name !== 'Content-Type';
const headerParameter = ([name, example]: [string, string]): Json => ({
  name,
  in: 'header',
  required: true,
  example,
  schema: { type: 'string' },
});

const acceptsFile = ({ streamsFile }: Endpoint): boolean => streamsFile !== undefined;

function body(fields: readonly DescribedField[], examples: Examples, endpoint: Endpoint): Json {
  const properties: Json = Object.fromEntries(
    fields.map((field) => [
      field.wireName,
      { ...schemaOf(field), ...descriptionOf(field), ...(field.deprecated && { deprecated: true }) },
    ]),
  );
  if (acceptsFile(endpoint)) properties['file'] = fileSchema(endpoint);
  const required = fields.filter((field) => field.required).map(({ wireName }) => wireName);
  const encoding = Object.fromEntries(
    fields
      .filter(({ type }) => type.encoding !== 'plain')
      .map(({ wireName }) => [wireName, { contentType: 'application/json' }]),
  );
  const example = Object.fromEntries(
    fields.filter(({ wireName }) => wireName in examples).map(({ wireName }) => [wireName, examples[wireName]]),
  );
  const content = {
    schema: { type: 'object', properties, ...(required.length > 0 && { required }) },
    ...(Object.keys(encoding).length > 0 && { encoding }),
    ...(Object.keys(example).length > 0 && { example }),
  };
  return {
    content: acceptsFile(endpoint)
      ? { 'multipart/form-data': content }
      : { 'application/x-www-form-urlencoded': content },
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

/** `maxLength` would count characters of a text. */
function fileSchema({ streamsFile }: Endpoint): Json {
  const file = { type: 'string', format: 'binary' };
  const { maxMib, limitField } = streamsFile ?? {};
  if (limitField !== undefined) return { ...file, description: `A file of at most \`${limitField}\`.` };
  if (maxMib === undefined) return { ...file, description: 'A file of at most `max_file_upload_size_mib`.' };
  const maxBytes = maxMib * 1_048_576;
  return { ...file, description: `A file of at most ${maxBytes} bytes.`, 'x-max-bytes': maxBytes };
}
