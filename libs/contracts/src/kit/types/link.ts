const MAX_LINK_LENGTH = 1_024;

/** A host of a parsed URL: with a domain, `localhost`, or an IPv6 address. */
const HOST = /^(?:localhost|\[.*\]|.+\.(?:[a-z-]{2,63}|xn--[a-z0-9-]{1,59})\.?)$/;

/** Whether browsers open the address as a page: never `javascript:` and the like. */
export function isLink(value: string): boolean {
  if (value.length > MAX_LINK_LENGTH || /[\s\p{Cc}\p{Cs}]/u.test(value)) return false;
  if (!/^https?:\/\/[^/?#]/i.test(value) || !URL.canParse(value)) return false;
  const { hostname } = new URL(value);
  // Parsers accept `127.1` as an IPv4 address; here it must be complete.
  return HOST.test(hostname) || (/^[\d.]+$/.test(hostname) && value.includes(hostname));
}
