/**
 * Headers of every answer. Those of them that only matter to browsers cost nothing and make an answer useless to a
 * page that tricks a browser into loading it; what concerns pages with scripts has no use here.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'private, no-store',
};

export const JSON_TYPE = 'application/json; charset=utf-8';
