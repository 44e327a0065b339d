import type { Conversation } from '../conversation.js';

export const engineering: readonly Conversation[] = [
  {
    stream: 'engineering',
    topic: 'slow shop on Sunday',
    messages: [
      [
        'amara',
        'Sunday between 14:00 and 15:10 the product pages took 4 s and more. First suspect: the new filter by frame size.',
      ],
      [
        'jonas',
        "It does a sequential scan. This is what the page runs:\n\n```sql\nSELECT * FROM bikes\nWHERE lower(model) LIKE '%long%'\nORDER BY price\nLIMIT 20 OFFSET 4000;\n```",
      ],
      ['amara', 'Two sins in one statement. `OFFSET 4000` reads and throws away 4000 rows each time.'],
      [
        'ravi',
        'Keyset paging would cure that one:\n\n```sql\nWHERE (price, id) > ($1, $2)\nORDER BY price, id\nLIMIT 20\n```',
        { '+1': ['jonas', 'amara', 'oskar'] },
      ],
      [
        'jonas',
        'And a trigram index for the search. On a copy of production: 3.9 s down to 12 ms.',
        { rocket: ['amara', 'ravi', 'tomas'], tada: ['nora'] },
      ],
      ['tomas', 'Do we need a maintenance window for the index?'],
      ['amara', 'No: `CREATE INDEX CONCURRENTLY`. It takes about two minutes and locks nothing that matters.'],
      ['jonas', 'Merged. @**Amara Okafor** can you watch it this Sunday?'],
      ['amara', 'I will be on call anyway.'],
      [
        'amara',
        'Sunday report: slowest page 180 ms, at twice the traffic.',
        { fire: ['jonas', 'ravi', 'salma', 'tomas'] },
      ],
    ],
  },
  {
    stream: 'engineering',
    topic: 'booking service',
    messages: [
      [
        'jonas',
        'Let us agree on what a booking *is* before more code. My proposal:\n\n* a booking holds one bike for a half-open interval `[from, to)`\n* two bookings of a bike never overlap\n* a booking is kept for ever, cancelled ones too',
      ],
      [
        'ravi',
        'The second one belongs into the database, not into code:\n\n```sql\nALTER TABLE bookings ADD CONSTRAINT no_overlap\n  EXCLUDE USING gist (bike_id WITH =, during WITH &&)\n  WHERE (cancelled_at IS NULL);\n```',
      ],
      ['jonas', 'That is neat. What does the user see if two people press the button at once?'],
      [
        'ravi',
        'One gets the bike, the other error `23P01`, which we turn into "somebody was faster, here are three others".',
        { '+1': ['jonas', 'priya'] },
      ],
      [
        'priya',
        'Please make those three others near by. The first version offered a bike in another town.',
        { laughing: ['ravi', 'amara'] },
      ],
      ['lucas', 'From the workshop: we need a way to block a bike for repair. Same thing as a booking?'],
      ['jonas', 'Same table, another kind. Then the constraint works for repairs, too.'],
      ['lucas', ':+1:'],
      ['ravi', 'First version is up on the test server. Try to break it; `/bookings/new?bike=12` is a good start.'],
      ['oskar', 'I booked a bike from tomorrow to yesterday.'],
      ['ravi', 'Of course you did.', { joy: ['jonas', 'oskar', 'amara', 'lucas'] }],
      ['ravi', 'Fixed: `CHECK (NOT isempty(during))`, and a text that says what is wrong.'],
      ['oskar', 'It now tells me "The end is before the start". I have no further questions.', { check: ['ravi'] }],
    ],
  },
  {
    stream: 'engineering',
    topic: 'lock firmware 2.4',
    messages: [
      ['oskar', 'The locks wake up every 10 s and drain the battery in nine days. The supplier says that is normal.'],
      ['jonas', 'What do they do when they wake up?'],
      ['oskar', 'Ask for the time. Every ten seconds. The time.', { eyes: ['jonas', 'amara'] }],
      [
        'amara',
        'How exact does it have to be? A crystal drifts about 20 ppm: $$20 \\cdot 10^{-6} \\cdot 86400 \\approx 1.7$$ seconds a day. Once a day would be plenty.',
      ],
      [
        'oskar',
        'Then once a day it is. 2.4 will have:\n\n- [x] time once a day\n- [x] sleep between wheel pulses\n- [ ] over-the-air update that survives a flat battery',
      ],
      [
        'jonas',
        'The last one first, please. A lock that does not come back from an update is a locked bike in the rain.',
      ],
      [
        'oskar',
        'Two slots, swap only after the new one has reported in:\n\n```c\nif (boot_count(slot) > 3 && !confirmed(slot)) {\n  select_slot(other(slot));   /* never came up: back to what worked */\n}\n```',
        { '+1': ['jonas', 'ravi', 'amara'] },
      ],
      ['jonas', 'I like that nobody has to decide anything at three in the morning.'],
      [
        'oskar',
        'Test rack: 40 locks, 200 updates each, power cut at random moments. 0 dead. Battery estimate now 11 months.',
        { tada: ['jonas', 'amara', 'lucas', 'tomas', 'nora'] },
      ],
    ],
  },
  {
    stream: 'engineering',
    topic: 'code review habits',
    messages: [
      ['priya', 'We had three reviews last week that took four days. Not a complaint, a question: what is in the way?'],
      ['jonas', 'Size. The booking change had 1,400 lines, I needed a free afternoon.'],
      ['amara', 'Agreed. I start every change under 200 lines within the hour, and none over 800.'],
      [
        'ravi',
        'My fault, that one. I split the next into five and all were merged the same day.',
        { clap: ['priya', 'amara', 'jonas'] },
      ],
      [
        'priya',
        'Shall we try for a month:\n\n1. below 300 lines, else say why\n2. first answer within a working day\n3. "looks good" is an answer',
      ],
      ['jonas', 'In.'],
      ['oskar', 'In, with an exception for generated tables.'],
      ['amara', 'In. I will have the bot count.'],
    ],
  },
  {
    stream: 'engineering',
    topic: 'dates',
    messages: [
      [
        'hannah',
        'A customer got a receipt from the 31st of April. I would like to frame it.',
        { laughing: ['mei', 'jonas', 'amara', 'priya'] },
      ],
      [
        'jonas',
        'Where does it come from?\n\n```js\nconst due = new Date(now.getFullYear(), now.getMonth() + 1, 31);\n```',
      ],
      ['ravi', 'That gives the 1st of May, and then somebody formats day and month apart.'],
      ['jonas', 'Somebody being me, four years ago.', { innocent: ['jonas'], hug: ['hannah'] }],
      ['amara', "Let the database do it: `date_trunc('month', now()) + interval '2 months - 1 day'`."],
      ['jonas', 'Done, with a test for every month of a leap year.'],
    ],
  },
];
