import type { Call, FileResponse } from '../http/index.js';
import { html } from '../pages/html.js';
import { layout } from '../pages/layout.js';
import { PageVisit } from '../pages/page-visit.js';

/** In place of the client, for developers that started a gateway by itself. */
export async function showNotBuilt(call: Call): Promise<FileResponse> {
  const visit = await PageVisit.begin(call);
  const { language } = visit.view;
  const body = html`<p>${language.text('client.notBuilt')}</p><pre>npm run build:web</pre>`;
  return visit.show(layout(visit.view, { title: language.text('client.title'), body }), { status: 404 });
}
