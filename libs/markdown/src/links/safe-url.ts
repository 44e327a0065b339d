/** Schemes that a link may have: the web, mail, and the list of harmless ones that the HTML standard gives to page handlers. */
const ALLOWED_SCHEMES = new Set(
  (
    'http https ftp mailto bitcoin geo im irc ircs magnet matrix mms news nntp ' +
    'openpgp4fpr sip sms smsto ssh tel urn webcal wtai xmpp'
  ).split(' '),
);

const SCHEME = /^([a-zA-Z][a-zA-Z0-9+.-]*):/;
/** Browsers drop tabs and line feeds inside an address and ignore controls before it: `java\tscript:` is a script. */
const FORBIDDEN = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]/;

/**
 * The address as it may stand in `href`, or null when a link must not be made of it. Without a scheme, an address
 * with `@` is mail, one that starts with `/` or `#` stays relative, and anything else is taken as `http://`.
 */
export function safeHref(address: string): string | null {
  const url = address.trim();
  if (url === '' || FORBIDDEN.test(url)) return null;
  const scheme = SCHEME.exec(url)?.[1];
  if (scheme !== undefined) {
    return ALLOWED_SCHEMES.has(scheme.toLowerCase()) ? url : looksLikeHostAndPort(url) ? `http://${url}` : null;
  }
  if (url.startsWith('//')) return `http:${url}`;
  if (url.startsWith('/')) {
    // A browser reads a backslash as a slash, which would turn a path into another host.
    return url.replaceAll('\\', '%5C');
  }
  if (url.startsWith('#')) return url;
  const pathStart = url.search(/[/?#]/);
  const beforePath = pathStart < 0 ? url : url.slice(0, pathStart);
  return beforePath.includes('@') && pathStart < 0 ? `mailto:${url}` : `http://${url}`;
}

/** `example.com:8080/path` reads like a scheme but is a host with a port. */
function looksLikeHostAndPort(url: string): boolean {
  return /^[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)+:\d{1,5}(?:[/?#]|$)/.test(url);
}

/** Links into the realm itself are written relative, so that clients open them in place. */
export function relativeToRealm(href: string, realmUrl: string): string {
  if (!href.startsWith(realmUrl) || href.charCodeAt(realmUrl.length) !== 0x2f) return href;
  const rest = href.slice(realmUrl.length + 1);
  return rest.startsWith('#') || rest.startsWith('user_uploads/') ? rest : href;
}
