/** Names by parts of a `User-Agent`, the first match wins: browsers also name the ones that they resemble. */
const PROGRAMS: readonly (readonly [part: RegExp, name: string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [part: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iOS)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| ?OS)\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Longest name of a program that is not in the list. */
const MAX_NAME_LENGTH = 50;

/** Program and system of a `User-Agent`, as its owner knows them: `Firefox on Linux`. */
export function deviceOf(userAgent: string): string {
  const program = nameIn(PROGRAMS, userAgent) ?? ownName(userAgent);
  const system = nameIn(SYSTEMS, userAgent);
  return system === undefined ? program : `${program} on ${system}`;
}

const nameIn = (names: typeof PROGRAMS, text: string): string | undefined =>
  names.find(([part]) => part.test(text))?.[1];

/** The first word without its version. */
function ownName(userAgent: string): string {
  const name = /^[\x21-\x7e]+/.exec(userAgent)?.[0].split('/')[0] ?? '';
  return name === '' ? 'Unknown' : name.slice(0, MAX_NAME_LENGTH);
}
