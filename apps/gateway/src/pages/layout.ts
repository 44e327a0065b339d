import { type Html, html } from './html.js';
import type { PageRealm, PageView } from './page-view.js';
import { STYLE_PATH } from './style.js';

interface PageContent {
  /** Of the window, and the first heading. */
  readonly title: string;
  readonly body: Html;
  /** For lists; forms are narrow. */
  readonly isWide?: boolean;
}

/** A complete page. */
export function layout({ language, realm }: PageView, { title, body, isWide = false }: PageContent): Html {
  return html`<!doctype html>
<html lang="${language.tag}" dir="${language.direction}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="description" content="${realm?.description || realm?.name || title}">
<title>${title}</title><link rel="stylesheet" href="${STYLE_PATH}"><link rel="icon" href="${realm?.iconUrl ?? 'data:,'}"></head>
<body><main${isWide && html` class="wide"`}>${realm && heading(realm)}<h1>${title}</h1>${body}</main></body></html>
`;
}

/** The first letter of the name stands for an icon that was not uploaded. */
function heading({ name, description, iconUrl }: PageRealm): Html {
  const [letter = ''] = name.trim();
  const icon =
    iconUrl === undefined
      ? html`<span class="glyph" aria-hidden="true">${letter.toUpperCase()}</span>`
      : html`<img class="icon" src="${iconUrl}" alt="" width="40" height="40">`;
  return html`<div class="realm">${icon}<div><strong>${name}</strong>${
    description !== '' && html`<p>${description}</p>`
  }</div></div>`;
}
