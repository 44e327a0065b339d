/** The value of a cookie that scripts can read, without its prefix `__Host-`. Empty if there is none. */
export function cookieValue(name: string, cookies = document.cookie): string {
  for (const cookie of cookies.split('; ')) {
    const at = cookie.indexOf('=');
    if (cookie.slice(0, at).replace(/^__Host-/, '') === name) return cookie.slice(at + 1);
  }
  return '';
}

/** Names the session of the CSRF token, which each sign-in replaces; the token does not follow from it. */
export function sessionMark(csrfToken: string): string {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (const character of csrfToken) {
    const code = character.codePointAt(0) ?? 0;
    one = Math.imul(one ^ code, 2_654_435_761);
    other = Math.imul(other ^ code, 1_597_334_677);
  }
  return `${(one >>> 0).toString(36)}-${(other >>> 0).toString(36)}`;
}
