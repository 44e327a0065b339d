import { getPageStyle, notFound } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, FileResponse } from '../http/index.js';
import { DESKTOP_APP_FILE, DESKTOP_APP_SCRIPT } from './desktop-app-script.js';
import { SCRIPT, SCRIPT_FILE } from './script.js';
import { STYLE, STYLE_FILE } from './style.js';

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** The first one with the form of a name answers for it. */
const FILES = [
  { form: /\.css$/, name: STYLE_FILE, type: 'text/css; charset=utf-8', text: STYLE },
  { form: /^desktop-app-.*\.js$/, name: DESKTOP_APP_FILE, type: SCRIPT_TYPE, text: DESKTOP_APP_SCRIPT },
  { form: /\.js$/, name: SCRIPT_FILE, type: SCRIPT_TYPE, text: SCRIPT },
];

@Controller()
export class PagesController {
  /** During an upgrade a page of another gateway names another file: it gets the file of this one, but does not keep it. */
  @Endpoint(getPageStyle)
  file({ parameters: { fileName } }: Call<typeof getPageStyle>) {
    const file = FILES.find(({ form }) => form.test(fileName));
    if (file === undefined) throw notFound();
    const caching = fileName === file.name ? 'public, max-age=31536000, immutable' : 'no-store';
    return new FileResponse(file.type, file.text, { 'cache-control': caching, 'x-content-type-options': 'nosniff' });
  }
}

@Module({ controllers: [PagesController] })
export class PagesModule {}
