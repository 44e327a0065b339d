import { describe, expect, it } from '@jest/globals';
import { checkedContent, checkedDescription, checkedStreamName, checkedTopic } from './check-text.js';

describe('texts', () => {
  it('of content lose only blank ends, and reject null bytes and lone surrogates', () => {
    expect(checkedContent('\n\n  a\tb\r\nc \n')).toBe('  a\tb\r\nc');
    expect(checkedContent('\u001b[31mred\u001b[0m\f\u0085 \ufdd0')).toBe('\u001b[31mred\u001b[0m\f\u0085 \ufdd0');
    expect(() => checkedContent('ab\0')).toThrow('Message must not contain null bytes');
    expect(() => checkedContent('ab\ud800')).toThrow('Invalid character in message, at position 3!');
  });

  it('are counted and truncated in code points', () => {
    expect(checkedStreamName('😀'.repeat(60))).toHaveLength(120);
    expect(() => checkedStreamName('😀'.repeat(61))).toThrow('Stream name too long (limit: 60 characters).');
    expect([...checkedTopic('é'.repeat(100))]).toHaveLength(60);
    expect(() => checkedTopic('😀\u0000')).toThrow('Invalid character in topic, at position 2!');
  });

  it.each(['\u0007', '\ufdd0', '\uffff', '\u{1ffff}', '\ud800'])('of names reject %j', (character) => {
    expect(() => checkedTopic(`a${character}`)).toThrow('Invalid character in topic, at position 2!');
    expect(() => checkedStreamName(`a${character}`)).toThrow('Invalid character in stream name, at position 2!');
  });

  it('of descriptions become one line', () => {
    expect(checkedDescription('a\nb\u001b')).toBe('a b\u001b');
    expect(() => checkedDescription('a\0')).toThrow('description must not contain null bytes');
  });
});
