import {
  DEFINITIONS,
  EVENTS,
  endpointFor,
  eventName,
  formSchema,
  type JsonSchema,
  RESPONSES,
  registerFields,
  responseFields,
} from '@chat/api-schema';
import { type Endpoint, fieldsOf } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { FEATURES } from '../gateway.module.js';
import { ENDPOINTS, EVENT_FIELDS, PERSON_FORMS, REGISTER_FIELDS, RESOURCES } from '../testing/interface-fields.js';
import { registeredEndpoints } from '../testing/registered-endpoints.js';
import { answersRaw } from './answers.js';
import { openApiDocument } from './openapi-document.js';

const endpoints = registeredEndpoints(FEATURES);
const pathsOf = ({ path, aliasPaths = [] }: Endpoint): string[] => [path, ...aliasPaths];
const shape = (text: string): string => text.replace(/\{[^}]+\}/g, '{}');
const served = new Map(
  endpoints.flatMap((endpoint) => pathsOf(endpoint).map((path) => [shape(`${endpoint.method} ${path}`), endpoint])),
);

describe('routes and schemas', () => {
  it('every endpoint’s answer has a schema', () => {
    const without = endpoints
      .filter((endpoint) => !answersRaw(endpoint))
      .flatMap((endpoint) => pathsOf(endpoint).map((path) => ({ method: endpoint.method, path })))
      .filter(({ method, path }) => shape(endpointFor(method, path) ?? '') !== shape(`${method} ${path}`))
      .map(({ method, path }) => `${method} ${path}`);

    expect(without).toEqual([]);
  });

  it('every schema’s endpoint has a route', () => {
    expect(Object.keys(RESPONSES).filter((endpoint) => !served.has(shape(endpoint)))).toEqual([]);
  });
});

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const document = JSON.parse(JSON.stringify(openApiDocument(endpoints))) as Record<string, unknown>;

    expect(await new Validator().validate(document)).toMatchObject({ valid: true });
  });

  it('says of files how many bytes they may have, which is no length of a text', () => {
    type Operation = { requestBody: { content: Record<string, { schema: { properties: { file: object } } }> } };
    const { paths } = openApiDocument(endpoints) as { paths: Record<string, Record<string, Operation>> };
    const uploads = endpoints.filter(({ upload }) => upload !== undefined);

    expect(uploads.length).toBeGreaterThan(1);
    for (const { method, path, upload } of uploads) {
      const at = Object.keys(paths).find((candidate) => shape(candidate).endsWith(shape(path))) ?? '';
      const form = paths[at]?.[method.toLowerCase()]?.requestBody.content['multipart/form-data'];
      expect(form?.schema.properties.file).toEqual({
        type: 'string',
        format: 'binary',
        description: `A file of at most ${upload?.maxFileBytes} bytes.`,
        'x-max-bytes': upload?.maxFileBytes,
      });
    }
  });

  it('refers to nothing that it does not have, and names every operation once', () => {
    const text = JSON.stringify(openApiDocument(endpoints));
    const document = JSON.parse(text) as { components: Record<string, Record<string, unknown>> };
    const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
    const dangling = references.filter(([, kind = '', name = '']) => !(name in (document.components[kind] ?? {})));
    const ids = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id);

    expect(text.match(/"\$ref":"#\/(?!components)/)).toBeNull();
    expect(dangling).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('names the statuses that few refusals have', () => {
    const { paths } = openApiDocument(endpoints) as { paths: Record<string, Record<string, { responses: object }>> };
    const statusesOf = (path: string, method: string) => Object.keys(paths[path]?.[method]?.responses ?? {});

    expect(statusesOf('/api/v1/drafts/{draft_id}', 'patch')).toContain('404');
    expect(statusesOf('/api/v1/users/me/subscriptions', 'delete')).toContain('403');
    expect(statusesOf('/api/v1/messages', 'post')).not.toContain('404');
  });

  it('tells a 401 that asks for credentials from one of a wrong password', () => {
    const document = JSON.parse(JSON.stringify(openApiDocument(endpoints)));
    const responseOf = (method: string, path: string) => {
      const { $ref } = document.paths[`/api/v1${path}`][method].responses['401'];
      return document.components.responses[$ref.split('/').at(-1)];
    };

    expect(responseOf('get', '/users/me').headers).toHaveProperty('WWW-Authenticate');
    expect(responseOf('post', '/fetch_api_key')).not.toHaveProperty('headers');
  });
});

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** Fields of the document that a schema lacks or has as something else. */
function differences(schema: JsonSchema | undefined, fields: readonly string[]): string[] {
  const { properties = {}, required = [] } = (schema ?? {}) as ObjectSchema;
  return fields.filter((field) => {
    const name = field.replace('?', '');
    return !(name in properties) || required.includes(name) === field.endsWith('?');
  });
}

describe('the interface document', () => {
  it.each(Object.entries(RESOURCES))('has the resource %s', (name, fields) => {
    expect(differences(DEFINITIONS[name], fields)).toEqual([]);
  });

  it.each(Object.entries(ENDPOINTS))('has the answer of %s', (endpoint, { answer }) => {
    const [method = '', path = ''] = endpoint.split(' ');

    expect(differences(responseFields(method, path), answer)).toEqual([]);
  });

  it.each(Object.entries(ENDPOINTS))('has the parameters of %s', (endpoint, { parameters }) => {
    const target = served.get(shape(endpoint))?.parameters;
    const known = new Map(target && fieldsOf(target).map((field) => [field.wireName, field.required]));
    const isRight = (parameter: string) => known.get(parameter.replace('?', '')) === !parameter.endsWith('?');

    expect(parameters.filter((parameter) => !isRight(parameter))).toEqual([]);
  });

  it.each(Object.entries(REGISTER_FIELDS))('has the register fields of %s', (fetchType, fields) => {
    expect(fields.filter((field) => !registerFields[field]?.fetchTypes.includes(fetchType))).toEqual([]);
  });

  it.each(Object.entries(EVENT_FIELDS))('has the event %s in every form', (name, forms) => {
    const event = EVENTS.find((candidate) => eventName(candidate) === name);
    const schemas = event?.forms.map((form) => formSchema(event, form)) ?? [];

    expect(schemas).toHaveLength(forms.length);
    expect(forms.flatMap((fields, index) => differences(schemas[index], fields))).toEqual([]);
  });

  it('has the forms of a changed user', () => {
    const event = EVENTS.find((candidate) => eventName(candidate) === 'realm_user.update');
    const persons =
      event?.forms.map(({ fields }) => DEFINITIONS[String(fields['person']?.['$ref']).replace('#/$defs/', '')]) ?? [];
    const missing = PERSON_FORMS.filter(
      (fields) => !persons.some((person) => differences(person, fields).length === 0),
    );

    expect(missing).toEqual([]);
  });
});
