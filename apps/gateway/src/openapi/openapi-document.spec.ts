import { allEndpoints, type Endpoint } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { FEATURES } from '../gateway.module.js';
import { registeredEndpoints } from '../testing/registered-endpoints.js';
import { openApiDocument } from './openapi-document.js';

const endpoints = registeredEndpoints(FEATURES);
const pathsOf = ({ path, aliasPaths = [] }: Endpoint): string[] => [path, ...aliasPaths];
const shape = (text: string): string => text.replace(/\{[^}]+\}/g, '{}');
const served = new Map(
  endpoints.flatMap((endpoint) => pathsOf(endpoint).map((path) => [shape(`${endpoint.method} ${path}`), endpoint])),
);

describe('routes', () => {
  it('serve every endpoint of the contracts', () => {
    const names = allEndpoints().flatMap((endpoint) => pathsOf(endpoint).map((path) => `${endpoint.method} ${path}`));

    expect(names.filter((name) => !served.has(shape(name)))).toEqual([]);
  });
});

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const document = JSON.parse(JSON.stringify(openApiDocument(endpoints))) as Record<string, unknown>;

    expect(await new Validator().validate(document)).toMatchObject({ valid: true });
  });

  it('gives the largest size of files', () => {
    type Operation = { requestBody: { content: Record<string, { schema: { properties: { file: object } } }> } };
    const { paths } = openApiDocument(endpoints) as { paths: Record<string, Record<string, Operation>> };
    const uploads = endpoints.filter(({ streamsFile }) => streamsFile !== undefined);

    expect(uploads.length).toBeGreaterThan(1);
    for (const { method, path, streamsFile } of uploads) {
      const at = Object.keys(paths).find((candidate) => shape(candidate).endsWith(shape(path))) ?? '';
      const form = paths[at]?.[method.toLowerCase()]?.requestBody.content['multipart/form-data'];
      const { maxMib = 0, limitField } = streamsFile ?? {};
      const isFixed = maxMib > 0 && limitField === undefined;
      expect(form?.schema.properties.file).toEqual({
        type: 'string',
        format: 'binary',
        description: isFixed
          ? `A file of at most ${maxMib * 1_048_576} bytes.`
          : `A file of at most \`${limitField ?? 'max_file_upload_size_mib'}\`.`,
        ...(isFixed && { 'x-max-bytes': maxMib * 1_048_576 }),
      });
    }
  });

  it('has no dangling references, and names every operation once', () => {
    const text = JSON.stringify(openApiDocument(endpoints));
    const document = JSON.parse(text) as { components: Record<string, Record<string, unknown>> };
    const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
    const dangling = references.filter(([, kind = '', name = '']) => !(name in (document.components[kind] ?? {})));
    const ids = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id);

    expect(text.match(/"\$ref":"#\/(?!components)/)).toBeNull();
    expect(dangling).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has the values of the documented example', () => {
    const { paths } = JSON.parse(JSON.stringify(openApiDocument(endpoints)));
    const { parameters } = paths['/api/v1/messages'].get;
    const exampleOf = (name: string) =>
      parameters.find((parameter: { name: string }) => parameter.name === name).example;
    const form = paths['/api/v1/messages'].post.requestBody.content['application/x-www-form-urlencoded'];

    expect([exampleOf('anchor'), exampleOf('num_before'), exampleOf('include_anchor')]).toEqual([
      'newest',
      20,
      undefined,
    ]);
    expect(form.example).toEqual({ type: 'stream', to: 'design', topic: 'lunch', content: 'Soup at noon?' });
    expect(paths['/api/v1/messages/{message_id}'].get.parameters[0].example).toBe(1042);
  });

  it('names the statuses of rare errors', () => {
    const { paths } = openApiDocument(endpoints) as { paths: Record<string, Record<string, { responses: object }>> };
    const statusesOf = (path: string, method: string) => Object.keys(paths[path]?.[method]?.responses ?? {});

    expect(statusesOf('/api/v1/drafts/{draft_id}', 'patch')).toContain('404');
    expect(statusesOf('/api/v1/users/me/subscriptions', 'delete')).toContain('403');
    expect(statusesOf('/api/v1/messages', 'post')).not.toContain('404');
  });

  it('distinguishes a 401 for credentials from one for a wrong password', () => {
    const document = JSON.parse(JSON.stringify(openApiDocument(endpoints)));
    const responseOf = (method: string, path: string) => {
      const { $ref } = document.paths[`/api/v1${path}`][method].responses['401'];
      return document.components.responses[$ref.split('/').at(-1)];
    };

    expect(responseOf('get', '/users/me').headers).toHaveProperty('WWW-Authenticate');
    expect(responseOf('post', '/fetch_api_key')).not.toHaveProperty('headers');
  });
});
