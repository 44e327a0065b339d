import { describe, expect, it } from '@jest/globals';
import type { Conversation } from './organization.js';
import { CONVERSATIONS, PEOPLE, PERSON_KEYS, type PersonKey, STREAMS } from './organization.js';

const MAX_TOPIC_LENGTH = 60;
const names = new Set<string>(Object.values(PEOPLE).map(({ fullName }) => fullName));

function participants(conversation: Conversation): readonly PersonKey[] {
  if ('between' in conversation) return conversation.between;
  return STREAMS.find(({ name }) => name === conversation.stream)?.members ?? [];
}

describe('the demo organization', () => {
  it('has every role, a bot with an owner, private streams, and a few hundred messages', () => {
    const roles = PERSON_KEYS.map((key) => PEOPLE[key].role);

    expect(new Set(roles)).toEqual(new Set([100, 200, 300, 400, 600]));
    expect(roles.filter((role) => role === 400).length).toBeGreaterThanOrEqual(3);
    expect(PEOPLE[PEOPLE.bot.owner].role).toBe(400);
    expect(STREAMS.filter(({ isPrivate }) => isPrivate).length).toBeGreaterThan(0);
    expect(CONVERSATIONS.flatMap(({ messages }) => messages).length).toBeGreaterThan(200);
  });

  it.each(
    CONVERSATIONS.map(
      (conversation) => [JSON.stringify({ ...conversation, messages: undefined }), conversation] as const,
    ),
  )('has only participants as authors, reactors and mentioned users: %s', (_, conversation) => {
    const present = participants(conversation);
    for (const [author, text, reactions = {}] of conversation.messages) {
      expect(present).toContain(author);
      for (const reacting of Object.values(reactions).flat()) expect(present).toContain(reacting);
      for (const [, mentioned] of text.matchAll(/@\*\*([^*]+)\*\*/g)) {
        expect(mentioned === 'all' || names.has(mentioned!)).toBe(true);
      }
    }
    if ('topic' in conversation) expect([...conversation.topic].length).toBeLessThanOrEqual(MAX_TOPIC_LENGTH);
  });
});
