import { getPageStyle, notFound } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, FileResponse } from '../http/index.js';
import { STYLE, STYLE_FILE } from './style.js';

@Controller()
export class PagesController {
  /** During an upgrade a page of another gateway names another file: it gets this style sheet, but does not keep it. */
  @Endpoint(getPageStyle)
  style({ parameters: { fileName } }: Call<typeof getPageStyle>) {
    if (!fileName.endsWith('.css')) throw notFound();
    const caching = fileName === STYLE_FILE ? 'public, max-age=31536000, immutable' : 'no-store';
    return new FileResponse('text/css; charset=utf-8', STYLE, { 'cache-control': caching });
  }
}

@Module({ controllers: [PagesController] })
export class PagesModule {}
