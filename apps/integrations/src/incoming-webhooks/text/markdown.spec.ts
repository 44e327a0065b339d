import { describe, expect, it } from '@jest/globals';
import { block, code, enumeration, firstLine, link, plain, quote } from './markdown.js';

describe('plain', () => {
  it('puts a text on one line', () => {
    expect(plain(' a\r\n\tb\n')).toBe('a b');
  });

  it('leaves paired brackets and paired backticks as they are', () => {
    expect(plain('[WIP] list[0][1] is empty')).toBe('[WIP] list[0][1] is empty');
    expect(plain('call `open` and ``clo`se``')).toBe('call `open` and ``clo`se``');
  });

  it.each(['a](https://evil.example.com) [b', '` [ ` ](https://evil.example.com)', ']', '[', '][', '`[`]`'])(
    'has no bracket that pairs with one outside of %j',
    (text) => {
      expect(plain(text)).not.toMatch(/[[\]]/);
    },
  );

  it.each(['`', 'a ``b`', '```', '``a````'])('has no backtick that pairs with one outside of %j', (text) => {
    expect(plain(text)).not.toContain('`');
  });

  it('opens no block at the begin of a line', () => {
    expect(plain('~~~ quote')).toBe('~ quote');
    expect(plain('``` quote')).toBe("''' quote");
  });
});

describe('link', () => {
  it.each(['https://example.com/a?b=c#d', 'http://example.com', 'HTTPS://EXAMPLE.COM', 'mailto:ana@example.com'])(
    'links %s',
    (address) => {
      expect(link('text', address)).toBe(`[text](${address})`);
    },
  );

  it.each([
    undefined,
    '',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com',
    '//example.com',
    '/relative',
    'https://example.com/a b',
    'https://example.com/\n',
    ' https://example.com',
    'https://example.com/<b>',
  ])('shows the text alone for the address %j', (address) => {
    expect(link('text', address)).toBe('text');
  });

  it('ends its address at no character of the address', () => {
    expect(link('text', 'https://example.com/(a)\\')).toBe('[text](https://example.com/%28a%29%5c)');
  });

  it('ends its text at no character of the text', () => {
    expect(link('a](https://evil.example.com)[b', 'https://example.com')).toBe(
      '[a)(https://evil.example.com)(b](https://example.com)',
    );
  });
});

describe('code', () => {
  it('is longer than every run of backticks', () => {
    expect(code('main')).toBe('`main`');
    expect(code('a`b``c')).toBe('```a`b``c```');
    expect(code('`a`')).toBe('`` `a` ``');
    expect(code('a\nb')).toBe('`a b`');
  });

  it('is nothing for a blank text', () => {
    expect(code(' \n')).toBe('');
  });
});

describe('quote and block', () => {
  it('ends at no line of the text', () => {
    const quoted = quote('a\r\n~~~\n~~~~~ quote\nb');
    expect(quoted.split('\n')).toEqual(['~~~~~~ quote', 'a', '~~~', '~~~~~ quote', 'b', '~~~~~~']);
  });

  it('leaves the text as it is', () => {
    expect(quote('\n* [x] **done**\n')).toBe('~~~ quote\n* [x] **done**\n~~~');
    expect(block('json', '{}')).toBe('~~~ json\n{}\n~~~');
  });
});

describe('firstLine and enumeration', () => {
  it('takes the first line with a text', () => {
    expect(firstLine('\n Fix \r\n\nlong')).toBe('Fix');
    expect(firstLine('')).toBe('');
  });

  it('joins by commas and "and"', () => {
    expect(enumeration([])).toBe('');
    expect(enumeration(['a'])).toBe('a');
    expect(enumeration(['a', 'b', 'c'])).toBe('a, b and c');
  });
});
