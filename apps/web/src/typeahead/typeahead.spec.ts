import { describe, expect, it } from '@jest/globals';
import { complete, type Suggestion } from './completion.js';
import { MAX_SUGGESTIONS, nearest, searched } from './nearest.js';
import { clientCommandIn, SLASH_COMMANDS } from './slash-commands.js';
import { triggerAt } from './trigger.js';

/** The caret is at the bar. */
const at = (marked: string) => triggerAt(marked.replace('|', ''), marked.indexOf('|'));

describe('the trigger at the caret', () => {
  it.each([
    ['hello @pri|', 'mention', 'pri', 6],
    ['@|', 'mention', '', 0],
    ['(@**Ana Ma|', 'mention', 'Ana Ma', 1],
    ['@_**jon|', 'silent-mention', 'jon', 0],
    ['see #des|', 'stream', 'des', 4],
    [':tad|', 'emoji', 'tad', 0],
    ['nice :thumbs_u| yes', 'emoji', 'thumbs_u', 5],
    ['/m|', 'command', 'm', 0],
    ['/fixed-w|', 'command', 'fixed-w', 0],
    ['text\n```py|', 'language', 'py', 5],
    ['at <time:|', 'time', '', 3],
  ])('of %j is %s', (marked, kind, query, start) => {
    expect(at(marked)).toEqual({ kind, query, start });
  });

  it('knows the stream of a topic', () => {
    expect(at('in #**design>lo|')).toEqual({ kind: 'topic', query: 'lo', start: 3, stream: 'design' });
  });

  it.each([
    'mail ana@exa|',
    '10:30|',
    ':|',
    'no trigger|',
    '@ |',
    '@ana\nnext|',
    'a `@pri|',
    '```\n@pri|',
    '```\ncode\n```|',
    '#**design** done|',
    ' /m|',
  ])('is none in %j', (marked) => {
    expect(at(marked)).toBeUndefined();
  });
});

describe('suggestions', () => {
  const people = searched(['Ana Müller', 'Priya Raman', 'Łukasz Prill', 'Anatol', 'Jana', 'Maria-Ana Sato'], (name) => [
    name,
  ]);
  const find = (query: string, distance: (name: string) => number = () => 0) => nearest(people, query, distance);

  it.each([
    ['ana', ['Ana Müller', 'Anatol', 'Maria-Ana Sato']],
    ['MUL', ['Ana Müller']],
    ['pri', ['Priya Raman', 'Łukasz Prill']],
    ['ana m', ['Ana Müller', 'Maria-Ana Sato']],
    ['ra pri', ['Priya Raman']],
    ['jana', ['Jana']],
    ['nobody', []],
  ])('for %j are %j', (query, expected) => {
    expect(find(query)).toEqual(expected);
  });

  it('begin with the name itself', () => {
    const emoji = searched(['heart eyes', 'hearts', 'heart'], (name) => [name]);
    expect(nearest(emoji, 'heart', () => 0)).toEqual(['heart', 'heart eyes', 'hearts']);
  });

  it('begin with the nearest', () => {
    expect(find('ana', (name) => (name === 'Maria-Ana Sato' ? 0 : 1))[0]).toBe('Maria-Ana Sato');
  });

  it('are at most eight, the nearest of ten thousand', () => {
    const crowd = searched(
      Array.from({ length: 10_000 }, (_, n) => n),
      (n) => [`Person ${n}`, `p${n}`],
    );
    const found = nearest(crowd, 'p', (n) => 10_000 - n);
    expect(found).toEqual(Array.from({ length: MAX_SUGGESTIONS }, (_, n) => 9_999 - n));
  });

  it('cost one look at each of ten thousand people for a key, and fold their names once for all keys', () => {
    let [named, measured] = [0, 0];
    const crowd = searched(
      Array.from({ length: 10_000 }, (_, n) => n),
      (n) => {
        named++;
        return [`Person ${n}`];
      },
    );
    const keys = ['p', 'pe', 'pers', 'person 99'];
    const distance = () => {
      measured++;
      return 1;
    };
    for (const query of keys) expect(nearest(crowd, query, distance)).toHaveLength(MAX_SUGGESTIONS);

    expect(named).toBe(10_000);
    // Only people with a matching name: all of them, and 99, 990 to 999, and 9,900 to 9,999.
    expect(measured).toBe(3 * 10_000 + 111);
  });
});

describe('a command of the client', () => {
  it.each([
    ['/night', 'night'],
    [' /fluid-width \n', 'fluid-width'],
    ['/ping', 'ping'],
    ['/me', undefined],
    ['/poll Lunch?', undefined],
    ['/night and day', undefined],
    ['is /night', undefined],
    ['/nights', undefined],
  ])('in %j is %s', (text, expected) => {
    expect(clientCommandIn(text)).toBe(expected);
  });

  it('fits with the others into one list of suggestions', () => {
    expect(SLASH_COMMANDS.length).toBeLessThanOrEqual(MAX_SUGGESTIONS);
  });
});

describe('a completion', () => {
  const after = (marked: string, suggestion: Suggestion) => {
    const caret = marked.indexOf('|');
    const text = marked.replace('|', '');
    const completed = complete(text, caret, at(marked) as never, suggestion);
    return `${completed.text.slice(0, completed.caret)}|${completed.text.slice(completed.caret)}`;
  };
  const priya = { kind: 'person', userId: 5, name: 'Priya Raman', isAmbiguous: false } as const;

  it.each([
    ['hi @pri| there', priya, 'hi @**Priya Raman** |there'],
    ['@_pri|', priya, '@_**Priya Raman** |'],
    ['@pri|', { ...priya, isAmbiguous: true }, '@**Priya Raman|5** |'],
    ['@pri|', { kind: 'group', groupId: 1, name: 'primary', size: 4 }, '@*primary* |'],
    ['#des|', { kind: 'stream', streamId: 1, name: 'design' }, '#**design** |'],
    ['#**design>l|', { kind: 'topic', name: 'logo', isNew: false }, '#**design>logo** |'],
    [':tad|', { kind: 'emoji', name: 'tada', code: '1f389' }, ':tada: |'],
    ['```py|', { kind: 'language', name: 'python' }, '```python\n|'],
    ['<|', { kind: 'time', name: 'x', atSeconds: 1_800_000_000 }, '<time:2027-01-15T08:00:00Z> |'],
    ['/m|', { kind: 'command', name: 'me' }, '/me |'],
  ] as const)('of %j', (marked, suggestion, expected) => {
    expect(after(marked, suggestion)).toBe(expected);
  });
});
