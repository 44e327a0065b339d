import { getPageStyle, notFound } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, FileResponse } from '../http/index.js';
import { SCRIPT, SCRIPT_FILE } from './script.js';
import { STYLE, STYLE_FILE } from './style.js';

const FILES = [
  { extension: '.css', name: STYLE_FILE, type: 'text/css; charset=utf-8', text: STYLE },
  { extension: '.js', name: SCRIPT_FILE, type: 'text/javascript; charset=utf-8', text: SCRIPT },
];

@Controller()
export class PagesController {
  /** During an upgrade a page of another gateway names another file: it gets the file of this one, but does not keep it. */
  @Endpoint(getPageStyle)
  file({ parameters: { fileName } }: Call<typeof getPageStyle>) {
    const file = FILES.find(({ extension }) => fileName.endsWith(extension));
    if (file === undefined) throw notFound();
    const caching = fileName === file.name ? 'public, max-age=31536000, immutable' : 'no-store';
    return new FileResponse(file.type, file.text, { 'cache-control': caching, 'x-content-type-options': 'nosniff' });
  }
}

@Module({ controllers: [PagesController] })
export class PagesModule {}
