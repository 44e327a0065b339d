import type { Conversation } from '../conversation.js';

export const operations: readonly Conversation[] = [
  {
    stream: 'operations',
    topic: 'on call',
    messages: [
      [
        'tomas',
        'On call this month: week 1 @**Amara Okafor**, week 2 @**Jonas Weber**, week 3 @**Oskar Nowak**, week 4 @**Tomás Herrera**.',
      ],
      ['jonas', 'I am away on the 12th. Swap with anybody?'],
      ['oskar', 'I take the 12th, you take my 19th.', { handshake: ['jonas'] }],
      ['tomas', 'Noted.'],
    ],
  },
  {
    stream: 'operations',
    topic: 'incident: payments',
    messages: [
      ['bot', ':warning: 14 of the last 20 payments failed (`gateway_timeout`).'],
      ['amara', 'Looking.'],
      [
        'amara',
        "Our side is fine; the provider's status page is green, as ever. Their API takes 31 s, we give up after 30.",
      ],
      ['tomas', 'Do customers lose anything?'],
      [
        'amara',
        'No: orders stay in *waiting for payment* and can be paid later. But the page says "error", which is not helpful.',
      ],
      ['salma', 'Six people have written already. What do I tell them?', { eyes: ['hannah'] }],
      [
        'hannah',
        'Say: "Your order is safe. Paying takes a little longer at the moment; we send you a link in the next hour."',
      ],
      ['salma', 'Sent to all six.', { heart: ['tomas', 'amara'] }],
      ['amara', 'Provider confirms trouble in one of their data centres. I switched us to the other region.'],
      ['bot', ':check: 20 of the last 20 payments succeeded.'],
      [
        'amara',
        'All clear. 41 orders were affected, 39 are paid by now, two customers get a call. What I would change:\n\n1. time limit 30 s -> 60 s on this call only\n2. words on the page (@**Hannah Cole**?)\n3. switch regions by ourselves after ten failures',
      ],
      ['tomas', 'Thank you for the quick hand. Tickets for all three, please.', { '+1': ['jonas', 'nora', 'salma'] }],
      ['hannah', 'Words are on the way.'],
    ],
  },
  {
    stream: 'operations',
    topic: 'winter tyres',
    messages: [
      ['lucas', '60 of 140 rental bikes have winter tyres. At twelve a day we are done on Friday week.'],
      ['oskar', 'I can give you two mornings.'],
      ['lucas', 'Then Wednesday. :snowflake:', { '+1': ['oskar', 'priya'] }],
      ['priya', 'Please start with station *Harbour*: cobbles, wet leaves, tourists.'],
      [
        'lucas',
        'Harbour is done. Nobody fell today, but two people told me about it at length.',
        { laughing: ['salma', 'mei', 'priya'] },
      ],
      ['lucas', 'All 140 done. Two rims were bent, both from the same kerb.'],
      ['tomas', 'I will write to the city about that kerb. Again.'],
    ],
  },
  {
    stream: 'operations',
    topic: 'spare parts',
    messages: [
      ['salma', 'Brake pads: 44 pairs left, we use about 30 a week.'],
      ['oskar', 'Order 200. The price goes up next month.'],
      ['salma', 'Done. Arrives on Thursday.'],
      ['lucas', 'Also running low: chains (8), tubes 20" (15), the long bolts for the stand (none!).'],
      ['salma', 'Bolts are already on the way. Who uses six a week, and for what?'],
      ['lucas', 'Everybody who jumps off a kerb with 80 kg in the box.', { grimacing: ['mei', 'oskar'] }],
      ['mei', 'That stand is on my list for the new frame. See #**design > stand**.'],
    ],
  },
];
