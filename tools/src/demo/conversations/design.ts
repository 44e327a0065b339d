import type { Conversation } from '../conversation.js';

export const design: readonly Conversation[] = [
  {
    stream: 'design',
    topic: 'stand',
    messages: [
      [
        'mei',
        'The stand breaks at the weld, never in the tube. Three ideas: a gusset, a thicker plate, or a cast part.',
      ],
      ['lucas', 'Gusset: I can make it here. Cast: six weeks and a minimum of 500.'],
      [
        'mei',
        'Simulation says the gusset takes 2.3 times the load. Good enough for a test series of ten.',
        { '+1': ['lucas', 'priya', 'nora'] },
      ],
      ['lucas', 'Ten are done, five of them on rental bikes at the worst stations.'],
      ['mei', 'After four weeks: no crack. Let us do it for all.', { tada: ['lucas', 'nora'] }],
    ],
  },
  {
    stream: 'design',
    topic: 'cargo box 3',
    messages: [
      [
        'mei',
        'What riders told us about box 2, by how often:\n\n1. rain gets in (31)\n2. the lid pinches fingers (12)\n3. no place for a lock (11)\n4. "too brown" (4)',
      ],
      ['nora', 'I will defend the brown.'],
      ['hannah', 'The four are all from the same street, if that helps.', { laughing: ['nora', 'mei', 'lucas'] }],
      ['mei', 'Box 3: seal all around, a lid with a damper, a loop for the lock. And green.'],
      ['priya', 'How much heavier?'],
      ['mei', '640 g. I can save 200 of them in the floor.'],
      [
        'lucas',
        'Not in the floor, please. People stand on it to reach shelves. I have seen it. More than once.',
        { scream: ['mei'], laughing: ['hannah', 'priya'] },
      ],
      ['mei', 'Then the floor stays, and I take it from the side walls.'],
      ['nora', 'Green is fine. But call it *fern*.', { herb: ['mei', 'hannah', 'lucas'] }],
    ],
  },
  {
    stream: 'design',
    topic: 'words in the shop',
    messages: [
      [
        'hannah',
        'I would like to drop "solution" and "experience" from the whole site. We sell bikes.',
        { '100': ['nora', 'mei', 'priya', 'lucas'] },
      ],
      ['priya', 'Please. Also "simply".'],
      ['hannah', 'And the button *Submit* becomes what it does: *Order now*, *Send the question*, *Book this bike*.'],
      ['mei', 'Does the last one fit on a phone?'],
      ['hannah', 'With 14 characters it does; in German it needs two lines: "Dieses Rad buchen".'],
      ['mei', 'Then the button grows. Better two lines than *OK*.', { '+1': ['hannah'] }],
    ],
  },
];
