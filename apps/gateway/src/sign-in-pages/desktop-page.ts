import { errorMessage } from '../pages/forms.js';
import { type Html, html } from '../pages/html.js';
import { layout } from '../pages/layout.js';
import type { PageView } from '../pages/page-view.js';

/** The end of a sign-in for a desktop app: a text that the person takes to the app. */
export function desktopPage(view: PageView, data: string): Html {
  const { language } = view;
  const body = html`<p>${language.text('desktop.text')}</p><label for="desktop-data">${language.text('desktop.data')}</label>
<input id="desktop-data" value="${data}" readonly autocomplete="off" autofocus>`;
  return layout(view, { title: language.text('desktop.title'), body });
}

/** The page of a token that is used, late, malformed or unknown. */
export function tokenNotValidPage(view: PageView): Html {
  const { language } = view;
  return layout(view, { title: language.text('error.title'), body: errorMessage(language.text('desktop.notValid')) });
}
