import type { Conversation } from '../conversation.js';

export const people: readonly Conversation[] = [
  {
    stream: 'support',
    topic: 'lost keys',
    messages: [
      ['salma', 'Third person this month who lost both keys on the same day. How do we prove that the bike is theirs?'],
      ['tomas', 'Frame number and the invoice. With a rental: never send a key, always a new lock.'],
      ['hannah', 'I put that into the answers: *I lost my keys*.', { '+1': ['salma'] }],
    ],
  },
  {
    stream: 'support',
    topic: 'refund for rain',
    messages: [
      ['salma', '"It rained during my whole rental, I want half of it back." Any thoughts?'],
      ['priya', 'A kind no, and a voucher for a dry day?'],
      [
        'salma',
        'He writes that he will come back in June. And asks whether June is dry.',
        { laughing: ['priya', 'hannah', 'tomas'] },
      ],
    ],
  },
  {
    stream: 'support',
    topic: 'long wait on the phone',
    messages: [
      ['amara', 'Average wait last week: 6 min 20 s. On Mondays 11 min.'],
      ['salma', 'Mondays are "my battery was empty after the weekend". Every Monday.'],
      ['hannah', 'Then we say it on Friday: a short mail "charge it over the weekend".'],
      [
        'salma',
        'Tried it on half of the riders: Monday calls down by a third.',
        { chart_with_downwards_trend: ['amara'], tada: ['hannah', 'priya', 'tomas'] },
      ],
      ['tomas', 'Then everybody gets it.'],
    ],
  },
  {
    stream: 'social',
    topic: 'Saturday ride',
    messages: [
      ['lucas', 'Saturday, nine, from the hall: 60 km around the lake, ice cream half way.'],
      ['mei', 'In!'],
      ['jonas', 'In, if it is dry. I trust @**Amara Okafor** and her weather station.'],
      ['amara', 'Dry until two. After that I guarantee nothing.', { sun_with_face: ['lucas', 'mei'] }],
      ['oskar', 'With the long john, so the dog comes, too.', { dog: ['mei', 'hannah', 'salma', 'priya', 'nora'] }],
      ['hannah', 'I will meet you at the ice cream.'],
      ['lucas', '62 km, two punctures, seven scoops. Thank you all.', { heart: ['mei', 'jonas', 'oskar', 'hannah'] }],
    ],
  },
  {
    stream: 'social',
    topic: 'lunch',
    messages: [
      ['priya', 'Who wants dumplings? I go at twelve.'],
      ['mei', 'Six, with chives.'],
      ['jonas', 'Eight. It has been a long morning.'],
      ['oskar', 'Ten. Mine was longer.', { muscle: ['jonas'] }],
      [
        'priya',
        '```spoiler How many in all\n24, and they gave us four more.\n```',
        { tada: ['mei', 'jonas', 'oskar'] },
      ],
      ['salma', '/me is on the way back and regrets everything'],
    ],
  },
  {
    stream: 'social',
    topic: 'coffee machine',
    messages: [
      ['jonas', 'It says `E14`.'],
      ['oskar', 'E14 is "descale me". It has said so since March.'],
      ['jonas', 'I descaled it. It says `E15`.'],
      ['oskar', 'E15 is "thank you". No, wait: water tank.', { coffee: ['jonas', 'amara', 'priya', 'hannah'] }],
    ],
  },
  {
    stream: 'leadership',
    topic: 'hiring',
    messages: [
      ['nora', 'We can afford one more person in the workshop and half a one in support.'],
      ['priya', 'Lucas said he would like to train somebody. I would start with an apprentice.'],
      ['tomas', 'Agreed. And ask @**Hannah Cole** whether she wants the half in support; she is good at it.'],
      ['nora', 'I will talk to both this week.', { '+1': ['priya', 'tomas'] }],
    ],
  },
  {
    stream: 'leadership',
    topic: 'budget',
    messages: [
      [
        'tomas',
        '| | plan | so far |\n|---|---:|---:|\n| shop | 410,000 | 432,500 |\n| rental | 180,000 | 171,200 |\n| repairs | 95,000 | 101,900 |',
      ],
      ['nora', 'Rental is below plan because of the two days of the move, or is there more?'],
      ['tomas', 'The move and the wet May. June looks good.'],
    ],
  },
  {
    stream: 'supplier prices',
    topic: 'compressor',
    messages: [
      ['oskar', 'Offer A: 4,900, six weeks. Offer B: 5,600, in stock, with service for two years.'],
      ['nora', 'B. Six weeks without air cost more than 700.'],
      ['oskar', 'Ordered.', { '+1': ['nora', 'tomas'] }],
    ],
  },
  {
    between: ['jonas', 'ravi'],
    messages: [
      ['ravi', 'Do you have a quarter of an hour for the overlap constraint? I want to be sure about time zones.'],
      ['jonas', 'At three?'],
      ['ravi', 'Perfect.'],
      ['jonas', "Short version: store `timestamptz`, show the station's zone, never the rider's.", { '+1': ['ravi'] }],
    ],
  },
  {
    between: ['nora', 'tomas', 'priya'],
    messages: [
      [
        'nora',
        "Surprise for Hannah's first month on Friday? Something with cake, since she brings it to everybody else.",
      ],
      ['priya', 'I know her favourite: plum.', { shushing_face: ['tomas'] }],
      ['tomas', 'I get it on Friday at nine. Not a word in the open streams.'],
    ],
  },
  {
    between: ['salma', 'hannah'],
    messages: [
      ['salma', 'The customer from the rain wrote again: he booked three weeks in June.'],
      ['hannah', 'The voucher pays for itself.', { laughing: ['salma'] }],
    ],
  },
];
