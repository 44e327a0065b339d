import { getDocumentationPage, getOpenApiDocument } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { EndpointFinder } from '../http/endpoints.js';
import { Endpoint, FileResponse } from '../http/index.js';
import { DOCS_POLICY, docsPage } from './docs-page.js';
import { openApiDocument } from './openapi-document.js';

/** Describes the endpoints of this gateway. */
@Controller()
export class OpenApiController {
  private document: string | undefined;
  private page: string | undefined;

  constructor(private readonly finder: EndpointFinder) {}

  @Endpoint(getOpenApiDocument)
  openApi() {
    this.document ??= JSON.stringify(openApiDocument(this.endpoints()));
    return new FileResponse('application/json; charset=utf-8', this.document);
  }

  @Endpoint(getDocumentationPage)
  docs() {
    this.page ??= docsPage(this.endpoints());
    return new FileResponse('text/html; charset=utf-8', this.page, { 'content-security-policy': DOCS_POLICY });
  }

  private endpoints() {
    return this.finder.find().map(({ endpoint }) => endpoint);
  }
}

@Module({ controllers: [OpenApiController] })
export class OpenApiModule {}
