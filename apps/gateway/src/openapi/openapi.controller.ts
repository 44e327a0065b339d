import { Controller } from '@nestjs/common';
import { Endpoint, endpoint, RawAnswer } from '../http/index.js';
import { EndpointFinder } from '../routes/find-endpoints.js';
import { DOCS_POLICY, docsPage } from './docs-page.js';
import { openApiDocument } from './openapi-document.js';

export const openApiEndpoint = endpoint({
  method: 'GET',
  path: '/openapi.json',
  access: 'anyone',
  tag: 'documentation',
  summary: 'This API as an OpenAPI document',
  parameters: {},
});

export const docsEndpoint = endpoint({
  method: 'GET',
  path: '/docs',
  access: 'anyone',
  tag: 'documentation',
  summary: 'This API as a page to read',
  parameters: {},
});

/** The description of the API, made from the endpoints that are served. */
@Controller()
export class OpenApiController {
  private document: string | undefined;
  private page: string | undefined;

  constructor(private readonly finder: EndpointFinder) {}

  @Endpoint(openApiEndpoint)
  openApi() {
    this.document ??= JSON.stringify(openApiDocument(this.endpoints()));
    return new RawAnswer('application/json; charset=utf-8', this.document);
  }

  @Endpoint(docsEndpoint)
  docs() {
    this.page ??= docsPage(this.endpoints());
    return new RawAnswer('text/html; charset=utf-8', this.page, { 'content-security-policy': DOCS_POLICY });
  }

  private endpoints() {
    return this.finder.find().map(({ endpoint }) => endpoint);
  }
}
