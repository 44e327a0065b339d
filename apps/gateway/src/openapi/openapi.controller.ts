import { getDocumentationPage, getOpenApiDocument } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { Endpoint, RawAnswer } from '../http/index.js';
import { EndpointFinder } from '../routes/find-endpoints.js';
import { DOCS_POLICY, docsPage } from './docs-page.js';
import { openApiDocument } from './openapi-document.js';

/** The description of the API, made from the endpoints that are served. */
@Controller()
export class OpenApiController {
  private document: string | undefined;
  private page: string | undefined;

  constructor(private readonly finder: EndpointFinder) {}

  @Endpoint(getOpenApiDocument)
  openApi() {
    this.document ??= JSON.stringify(openApiDocument(this.endpoints()));
    return new RawAnswer('application/json; charset=utf-8', this.document);
  }

  @Endpoint(getDocumentationPage)
  docs() {
    this.page ??= docsPage(this.endpoints());
    return new RawAnswer('text/html; charset=utf-8', this.page, { 'content-security-policy': DOCS_POLICY });
  }

  private endpoints() {
    return this.finder.find().map(({ endpoint }) => endpoint);
  }
}
