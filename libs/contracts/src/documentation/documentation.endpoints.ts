import { endpoint, NoFields, RawResponse } from '../kit/endpoint.js';

export const getOpenApiDocument = endpoint({
  pattern: 'gateway.documentation.get_openapi_document',
  method: 'GET',
  path: '/openapi.json',
  access: 'anyone',
  tag: 'documentation',
  summary: 'This API as an OpenAPI document',
  parameters: NoFields,
  response: RawResponse,
});

export const getDocumentationPage = endpoint({
  pattern: 'gateway.documentation.get_page',
  method: 'GET',
  path: '/docs',
  access: 'anyone',
  tag: 'documentation',
  summary: 'This API as a page to read',
  parameters: NoFields,
  response: RawResponse,
});
