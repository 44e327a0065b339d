import { describe, expect, it } from '@jest/globals';
import {
  isConversation,
  MARK_READ_ALWAYS,
  MARK_READ_IN_CONVERSATIONS,
  MARK_READ_NEVER,
  type MarkingTerm,
  marksAsRead,
} from './marking-views.js';

const term = (operator: string, operand: unknown): MarkingTerm => ({ operator, operand, negated: false });
const topic = [term('topic', 'lunch'), term('stream', 7)];
const people = [term('dm', [8])];

describe('views that mark messages as read', () => {
  it.each<[string, readonly MarkingTerm[]]>([
    ['a topic', topic],
    ['people', people],
    ['a stream', [term('stream', 7)]],
    ['all messages', []],
    ['in:home', [term('in', 'home')]],
    ['in:all', [term('in', 'all')]],
    ['all direct messages', [term('is', 'dm')]],
    ['resolved topics', [term('is', 'resolved')]],
  ])('%s is one of them', (_, view) => {
    expect(marksAsRead(view, MARK_READ_ALWAYS)).toBe(true);
  });

  it.each<[string, readonly MarkingTerm[]]>([
    ['a search', [term('search', 'tea')]],
    ['mentions', [term('is', 'mentioned')]],
    ['starred messages', [term('is', 'starred')]],
    ['a topic without its stream', [term('topic', 'lunch')]],
    ['messages of a sender in a topic', [...topic, term('sender', 8)]],
    ['the surroundings of a message', [...topic, term('near', 5)]],
    ['everything but a stream', [{ ...term('stream', 7), negated: true }]],
  ])('%s is none', (_, view) => {
    expect(marksAsRead(view, MARK_READ_ALWAYS)).toBe(false);
    expect(isConversation(view)).toBe(false);
  });

  it('the policy can restrict them to conversations, or exclude all', () => {
    expect(marksAsRead(topic, MARK_READ_IN_CONVERSATIONS)).toBe(true);
    expect(marksAsRead(people, MARK_READ_IN_CONVERSATIONS)).toBe(true);
    expect(marksAsRead([], MARK_READ_IN_CONVERSATIONS)).toBe(false);
    expect(marksAsRead(topic, MARK_READ_NEVER)).toBe(false);
  });
});
