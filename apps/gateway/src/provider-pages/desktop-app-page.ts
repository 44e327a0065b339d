import type { Call, FileResponse } from '../http/index.js';
import { appScheme } from '../pages/app-scheme.js';
import { DESKTOP_APP_PATH } from '../pages/desktop-app-script.js';
import { html } from '../pages/html.js';
import { layout } from '../pages/layout.js';
import type { PageVisit } from '../pages/page-visit.js';

const REFERENCE_APP = /\bZulipElectron\//;

/** Whether the window of the reference's desktop app asks: it has no key yet, and people sign in with their browser. */
export const isDesktopApp = ({ headers }: Pick<Call, 'headers'>): boolean =>
  appScheme() === 'zulip' && REFERENCE_APP.test(headers['user-agent'] ?? '');

/** The page of that window: it opens the browser at its own address with a key, and takes the text that the person brings back. */
export function showDesktopApp(visit: PageVisit): FileResponse {
  const { language } = visit.view;
  const body = html`<p>${language.text('desktopApp.text')}</p>
<label for="token">${language.text('desktopApp.token')}</label><input id="token" autocomplete="off" autofocus>
<button type="button" id="again" class="main">${language.text('desktopApp.again')}</button><script src="${DESKTOP_APP_PATH}" defer></script>`;
  return visit.show(layout(visit.view, { title: language.text('desktopApp.title'), body }));
}
