export const END_CHOICES = ['never', 'half_hour', 'hour', 'today', 'time'] as const;
export type EndChoice = (typeof END_CHOICES)[number];

const MINUTE_MS = 60_000;

/** The time of a choice; undefined: the status stays. `time`: in a field for a chosen time, in the reader's zone. */
export function endOfChoice(choice: EndChoice, now: Date, time: string): Date | undefined {
  switch (choice) {
    case 'never':
      return undefined;
    case 'half_hour':
      return new Date(now.getTime() + 30 * MINUTE_MS);
    case 'hour':
      return new Date(now.getTime() + 60 * MINUTE_MS);
    case 'today':
      return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
    case 'time':
      return new Date(time);
  }
}
