import { describe, expect, it } from '@jest/globals';
import { type EditedText, type Format, formatted, inserted } from './format-text.js';

/** Bars mark the ends of the selection. */
function edited(marked: string): EditedText {
  const [before = '', selected = '', after = ''] = marked.split('|');
  return { text: before + selected + after, start: before.length, end: before.length + selected.length };
}
const marked = ({ text, start, end }: EditedText): string =>
  `${text.slice(0, start)}|${text.slice(start, end)}|${text.slice(end)}`;

describe('a format', () => {
  it.each<[Format, string, string]>([
    ['bold', 'a |word| more', 'a **|word|** more'],
    ['bold', 'a **|word|** more', 'a |word| more'],
    ['italic', 'a |word| more', 'a *|word|* more'],
    ['italic', '**|word|**', '***|word|***'],
    ['bold', '||', '**||**'],
    ['code', 'run |npm| now', 'run `|npm|` now'],
    ['code', 'run |a\nb| now', 'run \n```\n|a\nb|\n```\n now'],
    ['link', 'see |this|', 'see [this](|url|)'],
    ['link', '|https://example.com|', '[||](https://example.com)'],
    ['quote', '|wise words|', '```quote\n|wise words|\n```'],
    ['quote', '|```js\n1\n```|', '````quote\n|```js\n1\n```|\n````'],
    ['list', '|a\nb|', '|- a\n- b|'],
    ['list', '|- a\n- b|', '|a\nb|'],
  ])('%s: %j', (format, before, after) => {
    expect(marked(formatted(edited(before), format))).toBe(after);
  });
});

describe('an insertion', () => {
  it('replaces the selection, on its own line if it is a block', () => {
    expect(marked(inserted(edited('a |b| c'), 'x'))).toBe('a x|| c');
    expect(marked(inserted(edited('a||'), 'x\n', true))).toBe('a\nx\n||');
  });
});
