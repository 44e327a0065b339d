/** Days that the average is made of. Source: public behaviour of the reference server. */
export const TRAFFIC_DAYS = 28;
const MIN_AGE_DAYS = 7;

/** Average messages per week, rounded to two digits; null for a stream too young to tell. */
export function averageWeeklyTraffic(messages: number, ageDays: number): number | null {
  if (ageDays < MIN_AGE_DAYS) return null;
  const days = Math.min(Math.floor(ageDays), TRAFFIC_DAYS);
  const average = Math.floor((messages * 7) / days);
  if (average === 0) return messages > 0 ? 1 : 0;
  return Number(average.toPrecision(2));
}
