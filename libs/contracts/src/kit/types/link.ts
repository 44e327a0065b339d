const MAX_LINK_LENGTH = 1_024;

/** A host with a domain, `localhost`, or an IPv6 address; as URLs have them once parsed. */
const HOST = /^(?:localhost|\[.*\]|.+\.(?:[a-z-]{2,63}|xn--[a-z0-9-]{1,59})\.?)$/;

/** An address that a browser opens: never `javascript:` and the like. */
export function isLink(value: string): boolean {
  if (value.length > MAX_LINK_LENGTH || /[\s\p{Cc}\p{Cs}]/u.test(value)) return false;
  if (!/^https?:\/\/[^/?#]/i.test(value) || !URL.canParse(value)) return false;
  const { hostname } = new URL(value);
  // Parsed, `127.1` is an IPv4 address like any other; it has to be written as one.
  return HOST.test(hostname) || (/^[\d.]+$/.test(hostname) && value.includes(hostname));
}
