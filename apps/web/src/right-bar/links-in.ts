import { plainText } from '../names/plain-text.js';

/** A link of a message's rendered content. */
export interface ContentLink {
  readonly href: string;
  readonly label: string;
  /** Uploaded here. */
  readonly isFile: boolean;
}

const LINK = /<a [^>]*?href="([^"]+)"[^>]*>(.*?)<\/a>/gs;
const UPLOADS = '/user_uploads/';

/** The links of rendered content in its order, each address once. A picture has the name of its file. */
export function linksIn(html: string): readonly ContentLink[] {
  const links = new Map<string, ContentLink>();
  for (const [, address = '', content = ''] of html.matchAll(LINK)) {
    const href = plainText(address);
    const label = plainText(content) || fileName(href);
    // A text names a link better than the preview after it.
    if (!links.has(href)) links.set(href, { href, label, isFile: href.startsWith(UPLOADS) });
  }
  return [...links.values()];
}

function fileName(address: string): string {
  const last =
    address
      .split(/[?#]/)[0]
      ?.split('/')
      .findLast((part) => part !== '') ?? address;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
