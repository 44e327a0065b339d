import { endpoint, RawResponse } from '../kit/endpoint.js';

export const getOpenApiDocument = endpoint({
  pattern: 'gateway.documentation.get_openapi_document',
  route: 'GET /openapi.json',
  access: 'anyone',
  tag: 'documentation',
  summary: 'This API as an OpenAPI document',
  response: RawResponse,
});

export const getDocumentationPage = endpoint({
  pattern: 'gateway.documentation.get_page',
  route: 'GET /docs',
  access: 'anyone',
  tag: 'documentation',
  summary: 'This API as a page',
  response: RawResponse,
});
