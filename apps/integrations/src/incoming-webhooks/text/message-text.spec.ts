import { renderMessage } from '@chat/markdown';
import { describe, expect, it } from '@jest/globals';
import { contentOf, decodedAgain, topicOf } from './message-text.js';

const CONTEXT = {
  realmUrl: 'https://chat.example.com',
  users: [{ id: 11, fullName: 'Ana' }],
  groups: [{ id: 5, name: 'Writers' }],
  streams: [],
  linkifiers: [],
  realmEmoji: {},
  translateEmoticons: false,
  inlineImagePreview: false,
};

const NAMES = ['**Ana**', '**Ana|11**', '**|11**', '**all**', '**everyone**', '**stream**', '*Writers*'];
const MENTIONS = NAMES.flatMap((name) => [`@${name}`, `@_${name}`]);
const PLACES = [
  (text: string) => text,
  (text: string) => `a ${text}, b`,
  (text: string) => `> ${text}`,
  (text: string) => `~~~ quote\n${text}\n~~~`,
  (text: string) => `* [${text}](https://example.com)`,
  (text: string) => `@@${text}@`,
  (text: string) => text.replace('@', '@\0'),
  (text: string) => text.replace('@', '@\ud800'),
  (text: string) => `@_${text}`,
  (text: string) => `(${text})**${text}**`,
];

describe('the content of a message', () => {
  it.each(MENTIONS)('with %s mentions no one, wherever it stands', (mention) => {
    expect(renderMessage(mention, CONTEXT).html).toContain('mention');
    for (const place of PLACES) {
      const rendered = renderMessage(contentOf(place(mention)), CONTEXT);
      expect(rendered.html).not.toContain('mention');
      expect([...rendered.mentionedUserIds, ...rendered.mentionedGroupIds]).toEqual([]);
      expect(rendered.wildcardMentioned).toBe(false);
    }
  });

  it.each(['/me waves', '/poll Lunch?', ' \n/todo'])('is no command: %j', (text) => {
    const content = contentOf(text);

    expect(content.trim()).toBe(`\u200b${text.trim()}`);
    expect(renderMessage(content, CONTEXT).isMeMessage).toBe(false);
  });

  it('keeps other slashes', () => {
    expect(contentOf('/ and /1 and a /me')).toBe('/ and /1 and a /me');
  });

  it('keeps every other use of the sign', () => {
    expect(contentOf('ana@example.com @ana @ * @ana**')).toBe('ana@example.com @ana @ * @ana**');
  });
});

describe('the topic of a message', () => {
  it.each([
    ['a\n b\u0000\u0007c', 'a  b c'],
    ['a\ud800', 'a\ufffd'],
    ['', '(no topic)'],
    ['\n', '(no topic)'],
    ['@**all**', '@**all**'],
  ])('%j becomes %j', (given, topic) => {
    expect(topicOf(given)).toBe(topic);
  });
});

describe('a parameter', () => {
  it.each([
    ['a b', 'a b'],
    ['a%20b', 'a b'],
    ['a%b', 'a%b'],
    ['%ff', '%ff'],
  ])('%s is decoded to %s', (given, decoded) => {
    expect(decodedAgain(given)).toBe(decoded);
  });
});
