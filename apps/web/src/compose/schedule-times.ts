/** The morning of a day, for messages that are to be read then. */
const MORNING_HOUR = 9;

export const inAnHour = (now: Date): Date => new Date(now.getTime() + 3_600_000);

/** The next day at nine, in the reader's zone. */
export function tomorrow(now: Date): Date {
  const day = new Date(now);
  day.setDate(day.getDate() + 1);
  day.setHours(MORNING_HOUR, 0, 0, 0);
  return day;
}

/** The value of a `datetime-local` field, in the reader's zone. */
export function fieldValue(time: Date): string {
  const local = new Date(time.getTime() - 60_000 * time.getTimezoneOffset());
  return local.toISOString().slice(0, 16);
}

/** The time in a field; null if it is none or not in the future. */
export function chosenTime(value: string, now: Date): Date | null {
  const time = new Date(value);
  return Number.isNaN(time.getTime()) || time <= now ? null : time;
}
