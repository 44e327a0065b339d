import { link, plain, quote } from './markdown.js';

/** Phrases that messages of several integrations share. */

/** A name of a program in words: `payment_failed` and `payment.failed` become "payment failed". */
export const inWords = (name: string): string => plain(name.replace(/[_.]+/g, ' '));

/** A time in the reader's time zone; absent for texts that cannot be one. */
export const time = (value: string | undefined): string | undefined =>
  value === undefined || !/^[\w:.,+ -]{4,60}$/.test(value) ? undefined : `<time:${value}>`;

/** The same for seconds or milliseconds since 1970. */
export const timeOf = (milliseconds: number): string => `<time:${new Date(milliseconds).toISOString()}>`;

/** The sentence with a text in a quote below it, or the sentence alone if there is no text. */
export const withQuote = (sentence: string, text: string | undefined): string =>
  text === undefined || text.trim() === '' ? `${sentence}.` : `${sentence}:\n\n${quote(text)}`;

/** A line of a list. Absent without a value, so that lists leave it out. */
export const bullet = (label: string, value: string | undefined): string | undefined =>
  value === undefined || value === '' ? undefined : `* ${label}: ${value}`;

/** The parts that are there, one a line. */
export const lines = (...parts: readonly (string | undefined)[]): string => present(parts).join('\n');

export const bold = (text: string): string => `**${plain(text)}**`;

export const boldLink = (text: string, address: string | undefined): string => `**${link(text, address)}**`;

export const present = <Value>(values: readonly (Value | undefined)[]): Value[] =>
  values.filter((value): value is Value => value !== undefined);

/** Emojis of states. */
export const GOOD = ':squared_ok:';
export const BAD = ':alert:';
export const SUCCESS = ':thumbs_up:';
export const FAILURE = ':thumbs_down:';
export const WAITING = ':time_ticking:';
