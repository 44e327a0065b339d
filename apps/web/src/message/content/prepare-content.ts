import { showCode } from './code.js';
import type { ContentReader } from './content-reader.js';
import { showEmoji } from './emoji.js';
import { showFormulas } from './formulas.js';
import { showMedia } from './media.js';
import { showMentions } from './mentions.js';
import { showSpoilers } from './spoilers.js';
import { showTables } from './tables.js';
import { parseContent } from './trusted-html.js';

/** The elements of rendered content, with names, room for pictures, keys, and times in the reader's zone. */
export function prepareContent(html: string, reader: ContentReader): DocumentFragment {
  const content = parseContent(html);
  if (!reader.hasPlainEmoji) showEmoji(content);
  showMentions(content, reader);
  showTimes(content, reader);
  openLinksElsewhere(content);
  showCode(content, reader.labels);
  showTables(content, reader.labels);
  showMedia(content, reader.labels);
  showFormulas(content, reader.labels);
  showSpoilers(content, reader.labels);
  return content;
}

function showTimes(content: DocumentFragment, { formatTime }: ContentReader): void {
  for (const time of content.querySelectorAll('time')) {
    const moment = new Date(time.dateTime);
    if (!Number.isNaN(moment.getTime())) time.textContent = formatTime(moment);
  }
}

/** A link to another place opens in another tab. Addresses of this page only change its fragment. */
function openLinksElsewhere(content: DocumentFragment): void {
  for (const link of content.querySelectorAll('a')) {
    const address = new URL(link.getAttribute('href') ?? '', location.href);
    const isHere = address.origin === location.origin && address.pathname === location.pathname && address.hash !== '';
    if (isHere) continue;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
}
