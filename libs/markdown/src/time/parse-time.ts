import { onFirstUse } from '../on-first-use.js';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)/;

/** Offset in minutes by abbreviation; an ambiguous abbreviation has its commonest meaning. */
const timeZones = onFirstUse<Readonly<Record<string, number>>>('../data/time-zones.json');

const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{2}:?\d{2}|[+-]\d{2}|[a-z]{1,5})?$/i;
const UNIX_SECONDS = /^-?\d{1,12}(?:\.\d{1,9})?$/;
const TOKEN = /(\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?)|(\d+)(st|nd|rd|th)?|([a-z]+\.?)|([+-]\d{2}:?\d{2})|[\s,/.]+/giy;

const AM_OR_PM = /^\s*[ap]\.?m\b/i;

interface Parts {
  year?: number;
  month?: number;
  day?: number;
  hour?: number;
  minute: number;
  second: number;
  fraction: string;
  offsetMinutes: number;
}

/**
 * The moment that a text names, in ISO 8601 and UTC (`2023-05-28T08:00:00Z`), or null. Understood are ISO 8601,
 * seconds since 1970, and dates in English words (`Jun 5th 2017, 10:30PM`, `31 Dec 2017 5:30 am IST`); without a zone
 * it is UTC.
 */
export function parseTime(text: string): string | null {
  const trimmed = text.trim();
  if (UNIX_SECONDS.test(trimmed) && !/^\d{8}$/.test(trimmed)) return format(Number(trimmed) * 1000);
  const parts = parseIso(trimmed) ?? parseWords(trimmed);
  return parts === null ? null : format(toMilliseconds(parts));
}

function parseIso(text: string): Parts | null {
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? ISO.exec(text);
  if (match === null) return null;
  const offsetMinutes = match[8] === undefined ? 0 : parseOffset(match[8]);
  if (offsetMinutes === null) return null;
  return {
    year: Number(match[1]),
    month: Number(match[2]),
    day: Number(match[3]),
    hour: Number(match[4] ?? 0),
    minute: Number(match[5] ?? 0),
    second: Number(match[6] ?? 0),
    fraction: match[7] ?? '',
    offsetMinutes,
  };
}

function parseWords(text: string): Parts | null {
  const parts: Parts = { minute: 0, second: 0, fraction: '', offsetMinutes: 0 };
  let position = 0;
  while (position < text.length) {
    TOKEN.lastIndex = position;
    const token = TOKEN.exec(text);
    if (token === null) return null;
    position = TOKEN.lastIndex;
    if (!takeToken(parts, token, text.slice(position))) return null;
  }
  return parts.year === undefined || parts.month === undefined ? null : { ...parts, day: parts.day ?? 1 };
}

/** Adds the meaning of a token to the parts; false if it does not fit the earlier tokens. */
function takeToken(parts: Parts, [, clock, number, , word, offset]: RegExpExecArray, rest: string): boolean {
  if (clock !== undefined) return takeClock(parts, clock);
  if (number !== undefined) {
    return parts.hour === undefined && AM_OR_PM.test(rest) ? takeHour(parts, number) : takeNumber(parts, number);
  }
  if (word !== undefined) return takeWord(parts, word.toLowerCase().replace('.', ''));
  return offset === undefined || takeOffset(parts, offset);
}

function takeClock(parts: Parts, clock: string): boolean {
  const [hour, minute, second] = clock.split(':');
  parts.hour = Number(hour);
  parts.minute = Number(minute);
  parts.second = Math.floor(Number(second ?? 0));
  return true;
}

function takeHour(parts: Parts, digits: string): boolean {
  parts.hour = Number(digits);
  return true;
}

/** An offset has a meaning only after a time. */
function takeOffset(parts: Parts, offset: string): boolean {
  const minutes = parseOffset(offset);
  if (minutes === null || parts.hour === undefined) return false;
  parts.offsetMinutes = minutes;
  return true;
}

function takeNumber(parts: Parts, digits: string): boolean {
  const value = Number(digits);
  if (digits.length === 4 && parts.year === undefined) parts.year = value;
  else if (digits.length <= 2 && parts.day === undefined) parts.day = value;
  else return false;
  return true;
}

function takeWord(parts: Parts, word: string): boolean {
  if (word === 'am' || word === 'pm') {
    if (parts.hour === undefined || parts.hour < 1 || parts.hour > 12) return false;
    parts.hour = (parts.hour % 12) + (word === 'pm' ? 12 : 0);
    return true;
  }
  const month = MONTHS.indexOf(word.slice(0, 3));
  if (month >= 0 && word.length >= 3) {
    parts.month = month + 1;
    return true;
  }
  const zone = zoneOffset(word);
  if (zone !== undefined) {
    parts.offsetMinutes = zone;
    return true;
  }
  return word === 'at' || word === 'of' || word === 't' || WEEKDAY.test(word);
}

function parseOffset(text: string): number | null {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(text);
  if (match !== null) {
    const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
    return minutes > 18 * 60 ? null : match[1] === '-' ? -minutes : minutes;
  }
  return zoneOffset(text.toLowerCase()) ?? null;
}

function zoneOffset(name: string): number | undefined {
  const offsets = timeZones();
  return Object.hasOwn(offsets, name) ? offsets[name] : undefined;
}

function toMilliseconds(parts: Parts): number {
  const { year = 0, month = 0, day = 0, hour = 0, minute, second } = parts;
  if (year < 1 || month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return Number.NaN;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1) return Number.NaN;
  date.setUTCHours(hour, minute, second, Math.floor(Number(`0.${parts.fraction || '0'}`) * 1000));
  return date.getTime() - parts.offsetMinutes * 60_000;
}

function format(milliseconds: number): string | null {
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999) return null;
  return date.toISOString().replace('.000Z', 'Z');
}
