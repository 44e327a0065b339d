/** Dates, numbers and lists in the reader's language and time zone. */
export interface Formats {
  /** `09:41` */
  time(at: Date): string;
  /** The same in the zone of another person; undefined in the reader's time, and in a zone that the browser does not know. */
  timeElsewhere(at: Date, timeZone: string): string | undefined;
  /** `Thursday, 26 November 2026 at 09:41:05 GMT+1` */
  exact(at: Date): string;
  /** `Thu, 26 Nov 2026, 09:41` */
  dateTime(at: Date): string;
  /** `Today`, `Yesterday`, `Friday, 20 November`, with the year if it is another one */
  day(at: Date, now: Date): string;
  /** Short, for lists: `09:41`, also of the next night, `yesterday`, `20 Nov`, `20 Nov 2024` */
  moment(at: Date, now: Date): string;
  /** `12 minutes ago` */
  ago(at: Date, now: Date): string;
  number(value: number): string;
  /** `Ada, Ben and Cem` */
  list(items: readonly string[]): string;
  compare(one: string, other: string): number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function formatsFor(locale: string, twentyFourHours: boolean): Formats {
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options);
  const hours = { hour: '2-digit', minute: '2-digit', hourCycle: twentyFourHours ? 'h23' : 'h12' } as const;
  const clock = twentyFourHours ? hours : ({ ...hours, hour: 'numeric' } as const);
  const time = dates(clock);
  const exact = dates({ dateStyle: 'full', timeStyle: 'long', hourCycle: hours.hourCycle });
  const dateTime = dates({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', ...hours });
  const day = dates({ weekday: 'long', day: 'numeric', month: 'long' });
  const dayOfYear = dates({ day: 'numeric', month: 'long', year: 'numeric' });
  const shortDay = dates({ day: 'numeric', month: 'short' });
  const shortDayOfYear = dates({ day: 'numeric', month: 'short', year: 'numeric' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const number = new Intl.NumberFormat(locale);
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });

  return {
    time: (at) => time.format(at),
    timeElsewhere(at, timeZone) {
      if (timeZone === '') return undefined;
      try {
        const there = dates({ ...clock, timeZone }).format(at);
        return there === time.format(at) ? undefined : there;
      } catch {
        // The name is newer than the browser.
        return undefined;
      }
    },
    exact: (at) => exact.format(at),
    dateTime: (at) => dateTime.format(at),
    day(at, now) {
      const days = daysBetween(at, now);
      if (days === 0 || days === 1) return capitalized(relative.format(-days, 'day'), locale);
      return (isSameYear(at, now) ? day : dayOfYear).format(at);
    },
    moment(at, now) {
      const days = daysBetween(at, now);
      const aheadMs = at.getTime() - now.getTime();
      if (days === 0 || (aheadMs > 0 && aheadMs < DAY / 2)) return time.format(at);
      if (days === 1) return relative.format(-1, 'day');
      return (isSameYear(at, now) ? shortDay : shortDayOfYear).format(at);
    },
    ago(at, now) {
      const past = now.getTime() - at.getTime();
      if (past < HOUR) return relative.format(-Math.max(0, Math.round(past / MINUTE)), 'minute');
      if (past < DAY) return relative.format(-Math.round(past / HOUR), 'hour');
      const days = daysBetween(at, now);
      return days < 30 ? relative.format(-days, 'day') : shortDayOfYear.format(at);
    },
    number: (value) => number.format(value),
    list: (items) => list.format(items),
    compare: collator.compare,
  };
}

/** Calendar days in the reader's zone, so that a change of clocks does not matter. */
function daysBetween(at: Date, now: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((midnight(now) - midnight(at)) / DAY);
}

const isSameYear = (one: Date, other: Date): boolean => one.getFullYear() === other.getFullYear();
const capitalized = (text: string, locale: string): string => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
