const IMAGE = /\.(?:bmp|gif|jpe|jpeg|jpg|png|webp)$/i;
const ADDRESS = /^(https?:\/\/)([^/?#]+)([^?#]*)(.*)$/i;

/** Where the picture behind a link is, and where clicking on it leads. */
export interface ImageAddress {
  readonly href: string;
  readonly src: string;
}

/**
 * The image a link leads to, judged by its address alone; null when it is none. Some sites have a page about the
 * image where its name leads to; what their clients show is the image itself.
 */
export function imageAddress(href: string): ImageAddress | null {
  const [, scheme, host, path = href.replace(/[?#].*$/s, ''), rest] = ADDRESS.exec(href) ?? [];
  if (!IMAGE.test(path)) {
    return null;
  }
  if (scheme === undefined || host === undefined) {
    return /^\/?user_uploads\//.test(href) ? { href, src: `/${href.replace(/^\//, '')}` } : null;
  }
  if (host === 'pasteboard.co') {
    return null;
  }
  if (isSite(host, 'wikipedia.org')) {
    const file = `${scheme}${host}${path.replace('/wiki/File:', '/wiki/Special:FilePath/File:')}${rest}`;
    return { href: file, src: file };
  }
  if (isSite(host, 'dropbox.com') && path.startsWith('/s/')) {
    return { href, src: `${scheme}${host}${path}?raw=1` };
  }
  const [, owner, repository, kind, ...file] = path.split('/');
  return host === 'github.com' && kind === 'blob'
    ? { href, src: `https://raw.githubusercontent.com/${[owner, repository, ...file].join('/')}` }
    : { href, src: href };
}

function isSite(host: string, site: string): boolean {
  return host === site || host.endsWith(`.${site}`);
}
