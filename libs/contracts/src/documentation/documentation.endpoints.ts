import { endpoint, RawResponse } from '../kit/endpoint.js';

export const getOpenApiDocument = endpoint('GET /openapi.json', {
  pattern: 'gateway.documentation.get_openapi_document',
  access: 'anyone',
  tag: 'documentation',
  summary: 'This API as an OpenAPI document',
  response: RawResponse,
});

export const getDocumentationPage = endpoint('GET /docs', {
  pattern: 'gateway.documentation.get_page',
  access: 'anyone',
  tag: 'documentation',
  summary: 'This API as a page',
  response: RawResponse,
});
