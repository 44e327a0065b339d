import type { Conversation } from '../conversation.js';

export const general: readonly Conversation[] = [
  {
    stream: 'general',
    topic: 'welcome',
    messages: [
      [
        'nora',
        'Welcome to the chat of **Fernwood Cycles**. One topic per matter, please, so that people who read later find their way.',
        { wave: ['tomas', 'priya', 'mei'] },
      ],
      [
        'tomas',
        'If you are new, in this order:\n\n1. say hello in this topic\n2. look through #**engineering** and #**operations**, even if you do not work there\n3. mute what you do not need; nobody minds',
      ],
      [
        'priya',
        'And ask in public rather than directly. Whoever has the same question next month will thank you.',
        { '+1': ['jonas', 'amara', 'salma'] },
      ],
      [
        'hannah',
        'Hello! Hannah, two weeks in, writing the manuals and most of what you read in the shop.',
        { tada: ['nora', 'mei', 'lucas', 'oskar'] },
      ],
      ['ravi', 'Hi all, Ravi. I help @**Jonas Weber** with the new booking service until the end of the quarter.'],
      ['jonas', 'Glad you are here, @**Ravi Menon**.'],
    ],
  },
  {
    stream: 'general',
    topic: 'all hands Thursday',
    messages: [
      [
        'nora',
        'All hands on Thursday at ten. On the agenda so far:\n\n* how the spring sale went (@**Salma Haddad**)\n* the new cargo box, with a prototype to kick (@**Mei Tanaka**)\n* moving the workshop: what, when, who',
      ],
      [
        'salma',
        'I need ten minutes. Spoiler: it went better than the year before.',
        { chart_with_upwards_trend: ['nora', 'tomas'] },
      ],
      [
        'mei',
        'Prototype is in the hall, please do not actually kick it.',
        { laughing: ['lucas', 'oskar', 'priya', 'hannah'] },
      ],
      ['oskar', 'Can we add the compressor? It will not survive the move, and a new one takes six weeks.'],
      ['nora', 'Added. Bring an offer?'],
      ['oskar', 'Two of them, in #**supplier prices**.'],
      ['tomas', 'I will take notes. @**all** anything else by Wednesday noon, please.'],
      ['amara', 'Five minutes on why the shop was slow last Sunday, if there is room.'],
      ['nora', 'There is.'],
    ],
  },
  {
    stream: 'general',
    topic: 'workshop move',
    messages: [
      [
        'tomas',
        'The lease is signed! We move in the first week of next month. :bicyclist:',
        { tada: ['nora', 'priya', 'jonas', 'amara', 'oskar', 'mei'] },
      ],
      [
        'tomas',
        '| day | what | who |\n|---|---|---|\n| Monday | machines, benches | Oskar, Lucas, hired hands |\n| Tuesday | stock | Salma, Hannah |\n| Wednesday | network, tills | Amara, Jonas |\n| Thursday | everybody puts up shelves | everybody |',
      ],
      ['amara', 'The line to the new hall is only live on Tuesday evening. Wednesday is right, but not before noon.'],
      ['lucas', 'Who has a driving licence for the 7.5 t truck?'],
      ['oskar', 'Me. And I would rather not do it alone.'],
      ['lucas', 'I will sit next to you and read the map aloud.', { heart: ['oskar'] }],
      [
        'hannah',
        '> Thursday | everybody puts up shelves\n\nI will bring cake. This is not negotiable.',
        { cake: ['nora', 'mei', 'salma', 'jonas', 'priya'] },
      ],
      [
        'priya',
        'Rental customers need to know about the two days without pick-up. @**Hannah Cole** can you write something? @**Salma Haddad** has the list of addresses.',
      ],
      [
        'hannah',
        'Draft:\n\n```quote\nWe are moving! On the 4th and 5th you cannot pick up or return bikes. Bookings over those days are extended without charge.\n```',
      ],
      ['salma', 'Good. "Without charge" in bold, and it goes out on Friday.'],
    ],
  },
];
