import type { ClientState, Message } from '@chat/chat-client';
import { describe, expect, it } from '@jest/globals';
import { mentionOf } from './reply.js';
import { provideReplyBox, writeIn } from './reply-boxes.js';

const logo = { type: 'stream', streamId: 1, topic: 'Logo' } as const;
const other = { type: 'stream', streamId: 1, topic: 'Other' } as const;
const addition = { text: '@**Ben** ', isBlock: false };

describe('a reply', () => {
  it('goes to the box of its conversation on the screen', () => {
    const written: unknown[] = [];
    const end = provideReplyBox({ ...logo, topic: 'logo' }, (text) => written.push(text));

    expect(writeIn(logo, addition)).toBe(true);
    expect(writeIn(other, addition)).toBe(false);
    end();
    expect(writeIn(logo, addition)).toBe(false);
    expect(written).toEqual([addition]);
  });

  it('waits for the box of its conversation', () => {
    const written: unknown[] = [];
    writeIn(logo, addition);
    provideReplyBox(logo, (text) => written.push(text))();
    provideReplyBox(logo, (text) => written.push(text))();

    expect(written).toEqual([addition]);
  });

  it('never goes to another box, and not to a later one', () => {
    const written: unknown[] = [];
    writeIn(logo, addition);
    provideReplyBox(other, (text) => written.push(text))();
    provideReplyBox(logo, (text) => written.push(text))();

    expect(written).toEqual([]);
  });
});

describe('a mention of the sender', () => {
  const message = { sender_id: 8, sender_full_name: 'Ben' } as Message;
  const people = (...users: [number, string][]) =>
    ({
      records: () => new Map(users.map(([user_id, full_name]) => [user_id, { user_id, full_name }])),
    }) as unknown as ClientState;

  it.each([
    [people([8, 'Ben'], [9, 'Chi']), '@**Ben**'],
    [people([8, 'Ben'], [9, 'Ben']), '@**Ben|8**'],
  ])('has the id if others have the name', (state, expected) => expect(mentionOf(state, message)).toBe(expected));
});
