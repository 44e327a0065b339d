import { badNarrow, badRequest } from '@chat/contracts';
import { type MessageForReader, matchesNarrow, parseNarrow } from '@chat/narrow';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startHistoryScene } from '../testing/history-scene.js';
import { sendAs } from '../testing/requests.js';

const { messaging, ana, streams, getPage, idsOf } = await startHistoryScene();
afterAll(() => messaging.close());

const streamId = streams.lunch;

async function send(topic: string): Promise<number> {
  const message = { sender: ana, type: 'stream', to: streamId, topic, content: 'here', clientName: 'test' } as const;
  return (await sendAs(messaging, message)).id;
}

const narrowTo = (topic: string) => [{ operator: 'stream', operand: streamId }, ['topic', topic]];

const historyOf = async (topic: string) => idsOf(await getPage(ana, 'newest', 1_000, 0, { narrow: narrowTo(topic) }));

/** Whether a queue with the narrow gets a message that has the topic. */
function isLive(narrowed: string, topic: string): boolean {
  const recipient = {
    kind: 'stream',
    streamId,
    streamName: 'lunch',
    topic,
    isPublic: true,
    isWebPublic: false,
  } as const;
  const message: MessageForReader = {
    ...{ messageId: 1, sender: { id: ana.userId, email: ana.email }, recipient, readerId: ana.userId, flags: [] },
    ...{ renderedContent: '<p>here</p>', hasAttachment: false, content: 'here', isMuted: false },
  };
  return matchesNarrow(parseNarrow(narrowTo(narrowed), { badRequest, badNarrow }), message);
}

describe('a narrow to a topic', () => {
  it.each([
    ['STRASSE', 'straße', true],
    ['straße', 'STRAẞE', true],
    ['ΟΔΟΣ', 'οδος', true],
    ['οδοσ', 'οδος', true],
    ['İstanbul', 'i̇STANBUL', true],
    ['ILIK', 'ılık', true],
    ['Cafe\u0301', 'CAFÉ', true],
    ['Ｗｉｄｅ ﬁx', 'wide FIX', true],
    ['ŉ', 'ʼN', true],
    [' spaced\n', 'Spaced', true],
    ['istanbul', 'İSTANBUL', false],
    ['cafe', 'café', false],
    ['oel', 'öl', false],
  ])('%j finds %j in history exactly if an event queue receives it: %s', async (narrowed, topic, isFound) => {
    const id = await send(topic);

    expect([(await historyOf(narrowed)).includes(id), isLive(narrowed, topic)]).toEqual([isFound, isFound]);
  });

  it('finds in history exactly the topics that an event queue receives', async () => {
    const letters = fc.constantFrom(...'aAiIsSßẞıİΣσςµſŉǅΐᾳﬁ① ', '\u0301', '\u0307', '\u0323', '\u0345');
    const character = fc.oneof(
      { weight: 3, arbitrary: letters },
      fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' }),
    );
    const name = fc.array(character, { minLength: 1, maxLength: 4 }).map((characters) => `x${characters.join('')}`);
    const changes = [
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
      (text: string) => text.normalize('NFD'),
      (text: string) => text.normalize('NFKC'),
      (text: string) => ` ${text}`,
    ];
    const sent = new Map<number, string>();

    await fc.assert(
      fc.asyncProperty(name, fc.constantFrom(...changes), async (topic, change) => {
        const id = await send(topic);
        const [{ stored } = { stored: '' }] = (
          await messaging.sql.query<{ stored: string }>('SELECT topic AS stored FROM messages WHERE id = $1', [id])
        ).rows;
        sent.set(id, stored);
        const live = [...sent].filter(([, other]) => isLive(change(topic), other)).map(([sentId]) => sentId);
        const found = (await historyOf(change(topic))).filter((foundId) => sent.has(foundId));
        expect(found).toEqual(live);
      }),
      { numRuns: 150 },
    );
  });
});
