import type { StreamRecord } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { type Move, moveNotices } from './move-notices.js';

const stream = (streamId: number, name: string) => ({ streamId, name }) as StreamRecord;
const design = stream(3, 'design');
const to = (topic: string, where = design) => ({ stream: where, topic, wholeTopic: topic });
const who = '@_**Ana|7**';

const move = (changes: Partial<Move>): Move => ({
  actor: { userId: 7, fullName: 'Ana' },
  from: { stream: design, topic: 'a' },
  to: to('b'),
  movedIds: [11, 12],
  isWholeTopic: true,
  isJoining: false,
  isEdited: false,
  realmUrl: 'https://chat.example',
  ...changes,
});
const contents = (changes: Partial<Move>, isInOld = false, isInNew = true) =>
  moveNotices(move(changes), isInOld, isInNew).map(({ content }) => content);

describe('the notice of a move', () => {
  it('names the topic if all of it moved to an empty topic', () => {
    expect(contents({}, true)).toEqual([
      `This topic was moved here from #**design>a** by ${who}.`,
      `This topic was moved to #**design>b** by ${who}.`,
    ]);
  });

  it('names messages if the new topic had others before', () => {
    expect(contents({ isJoining: true }, true)).toEqual([
      `2 messages were moved here from #**design>a** by ${who}.`,
      `This topic was moved to #**design>b** by ${who}.`,
    ]);
  });

  it('links to a single message', () => {
    expect(contents({ isWholeTopic: false, movedIds: [11] }, true)).toEqual([
      `[A message](https://chat.example/#narrow/stream/3-design/topic/b/near/11) was moved here from #**design>a** by ${who}.`,
      `A message was moved from this topic to #**design>b** by ${who}.`,
    ]);
  });

  it('is absent without a request', () => {
    expect(contents({}, false, false)).toEqual([]);
  });
});

describe('a check mark', () => {
  const resolved = { to: to('✔ a') };

  it('has a notice instead of the move, requested or not', () => {
    expect(contents(resolved)).toEqual([`${who} has marked this topic as resolved.`]);
    expect(contents(resolved, false, false)).toEqual([`${who} has marked this topic as resolved.`]);
    expect(contents({ from: resolved.to, to: to('a') })).toEqual([`${who} has marked this topic as unresolved.`]);
  });

  it('has the only notice even if the topic was cut to length', () => {
    const topic = 'a'.repeat(60);
    const cut = { stream: design, topic: `✔ ${'a'.repeat(55)}...`, wholeTopic: `✔ ${topic}` };
    expect(contents({ from: { stream: design, topic }, to: cut })).toEqual([
      `${who} has marked this topic as resolved.`,
    ]);
  });

  it('has a notice in addition to that of a move to another name or stream', () => {
    const arrival = `This topic was moved here from #**design>a** by ${who}.`;
    const marked = `${who} has marked this topic as resolved.`;
    expect(contents({ to: to('✔ b') })).toEqual([marked, arrival]);
    expect(contents({ to: to('✔ a', stream(4, 'lunch')) })).toEqual([marked, arrival]);
  });

  it('counts as a move if the content changed, too', () => {
    expect(contents({ ...resolved, isEdited: true })).toEqual([
      `This topic was moved here from #**design>a** by ${who}.`,
    ]);
  });
});
