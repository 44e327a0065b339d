import type { Conversation, DemoMessage } from '../conversation.js';
import type { PersonKey } from '../people.js';

/** A line per person and day, in the order in which they are posted. */
const DAYS: readonly [day: string, lines: readonly (readonly [PersonKey, string])[]][] = [
  [
    'Monday',
    [
      ['jonas', 'Today: review of the booking tables. In the way: nothing.'],
      ['amara', 'Today: alerts for slow queries, then the network plan for the new hall.'],
      ['ravi', 'Today: overlap constraint, errors that people understand.'],
      ['oskar', 'Today: test rack for the locks. In the way: I need ten more power supplies.'],
    ],
  ],
  [
    'Tuesday',
    [
      ['jonas', 'Yesterday: review done. Today: prices that change over midnight.'],
      ['amara', 'Yesterday: alerts. Today: network plan, third attempt.'],
      ['ravi', 'Yesterday: constraint. Today: bookings that are extended.'],
      ['oskar', 'Power supplies are here (thank you, @**Salma Haddad**). Today: rack.'],
    ],
  ],
  [
    'Wednesday',
    [
      ['jonas', 'Yesterday: midnight. It is always midnight. Today: the same.'],
      ['amara', 'Network plan is signed. Today: backups, restoring one for real.'],
      ['ravi', 'Yesterday: extensions. Today: cancelling, with money back.'],
      ['oskar', 'Rack runs over night. Two locks failed, both had a loose plug.'],
    ],
  ],
  [
    'Thursday',
    [
      ['jonas', 'Midnight is solved: one function, eleven tests. Today: invoices.'],
      ['amara', 'The backup came back complete in 18 min. Today: writing down how.'],
      ['ravi', 'Cancelling works. In the way: I need the rules for vouchers, @**Tomás Herrera**.'],
      ['oskar', 'Today: slot swap when the battery is flat.'],
    ],
  ],
  [
    'Friday',
    [
      ['jonas', 'Invoices done but for the tax of the rental locks. Today: small things.'],
      ['amara', 'Today: nothing that could break over the weekend.'],
      ['ravi', 'Vouchers are in. Today: tests for the whole path.'],
      ['oskar', '8,000 updates without a dead lock. Today: tidy up, then cake.'],
    ],
  ],
];

export const standUp: readonly Conversation[] = DAYS.map(([day, lines]) => ({
  stream: 'engineering',
  topic: `stand-up ${day}`,
  messages: lines.map(([author, text]): DemoMessage => [author, text]),
}));
