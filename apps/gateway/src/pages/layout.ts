import { type Html, html } from './html.js';
import type { PageRealm, PageView } from './page-view.js';
import { STYLE_PATH } from './style.js';

interface PageContent {
  /** Title of the window, and the first heading. */
  readonly title: string;
  readonly body: Html;
  /** Makes the realm's name the first heading; stands below it unless the realm has a description. */
  readonly lead?: string;
  /** For lists; forms are narrow. */
  readonly isWide?: boolean;
}

export function layout({ language, realm }: PageView, { title, body, lead, isWide = false }: PageContent): Html {
  return html`<!doctype html>
<html lang="${language.tag}" dir="${language.direction}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="description" content="${realm?.description || realm?.name || title}">
<title>${title}</title><link rel="stylesheet" href="${STYLE_PATH}"><link rel="icon" href="${realm?.iconUrl ?? 'data:,'}"></head>
<body><main${isWide && html` class="wide"`}>${
    realm !== undefined && lead !== undefined
      ? html`${icon(realm)}<h1>${realm.name}</h1><p class="lead">${realm.description || lead}</p>`
      : html`${realm && heading(realm)}<h1>${title}</h1>`
  }${body}</main></body></html>
`;
}

function heading(realm: PageRealm): Html {
  const { name, description } = realm;
  return html`<div class="realm">${icon(realm)}<div><strong>${name}</strong>${
    description !== '' && html`<p>${description}</p>`
  }</div></div>`;
}

/** The leaf of the web client stands for an icon that was not uploaded. */
const icon = ({ iconUrl }: PageRealm): Html =>
  iconUrl === undefined
    ? html`<span class="glyph" aria-hidden="true"><svg viewBox="0 0 24 24"><path d="${LEAF}"/></svg></span>`
    : html`<img class="icon" src="${iconUrl}" alt="" width="52" height="52">`;
const LEAF = 'M12 21V10M12 14c0-5 3-9 8.5-10C21 10 17.5 14 12 14ZM12 18c0-3.6-2.5-6.5-7.5-7C4 15 7.5 18 12 18Z';
