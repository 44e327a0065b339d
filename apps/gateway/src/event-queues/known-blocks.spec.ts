import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { SharedText } from '@chat/register-state';
import { describe, expect, it } from '@jest/globals';
import { KnownBlocks } from './known-blocks.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** A reply with a list of the blocks in `names`, and with the contents of those in `sent`. */
const reply = (names: readonly string[], sent: readonly string[] = names): SharedText => ({
  lists: new Map([['people', names.map((name) => ({ name }))]]),
  blocks: new Map(sent.map((name) => [name, `"${name}"`])),
});
/** Bytes in use after a garbage collection. */
function used(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
const textOf = (lists: ReturnType<KnownBlocks['take']>) => lists?.map(({ elements }) => elements.join(','));

describe('known blocks', () => {
  it('are requested once', () => {
    const known = new KnownBlocks();
    expect(textOf(known.take('q', reply(['a', 'b']), known.of('q')))).toEqual(['"a","b"']);

    const atHand = known.of('q');

    expect([...atHand.keys()]).toEqual(['a', 'b']);
    expect(textOf(known.take('q', reply(['b', 'c', 'a'], ['c']), atHand))).toEqual(['"b","c","a"']);
    expect(known.of('other question').size).toBe(0);
  });

  it('do not suffice if the reply relies on other blocks', () => {
    const known = new KnownBlocks();

    expect(known.take('q', reply(['a', 'b'], ['a']), known.of('q'))).toBeUndefined();
    expect(known.bytes).toBe(0);
  });

  it('outlive an eviction before the reply that they were named for', () => {
    const known = new KnownBlocks(1_600);
    known.take('q', reply(['aaa']), known.of('q'));
    const atHand = known.of('q');
    known.take('r', reply(['bbbbbb']), known.of('r'));
    expect(known.of('q').size).toBe(0);

    expect(textOf(known.take('q', reply(['aaa'], []), atHand))).toEqual(['"aaa"']);
  });

  it('that lists no longer have are evicted', () => {
    const known = new KnownBlocks();
    for (let version = 0; version < 100; version++) {
      const names = ['same', `version ${version}`];
      known.take('q', reply(names), known.of('q'));
    }

    const names = [...known.of('q').keys()];
    expect(names.length).toBeLessThan(50);
    expect(names).toContain('same');
    expect(names).toContain('version 99');
    for (let version = 0; version < 100; version++) known.take('q', reply(['same']), known.of('q'));
    const alone = new KnownBlocks();
    alone.take('q', reply(['same']), alone.of('q'));
    expect(known.bytes).toBe(alone.bytes);
  });

  it('take at most the configured memory with any requests', () => {
    const known = new KnownBlocks(10_000);
    for (let question = 0; question < 200; question++) {
      known.take(`${question}`, reply([`block of ${question}`]), known.of(`${question}`));
      expect(known.bytes).toBeLessThanOrEqual(10_000);
    }

    expect(known.of('199').size).toBe(1);
    known.take('huge', reply(['x'.repeat(20_000)]), known.of('huge'));
    expect(known.bytes).toBe(0);
  });

  it('count with their overhead, and scopes with empty lists count, too', () => {
    const heldBy = (names: readonly string[]) => {
      const known = new KnownBlocks();
      for (let question = 0; question < 20_000; question++) known.take(`${question}`, reply(names), known.of(''));
      return known;
    };
    const before = used();
    const none = heldBy([]);
    const withNone = used();
    const one = heldBy(['x']);
    const withOne = used();

    expect(none.bytes).toBeGreaterThan(0.8 * (withNone - before));
    expect(one.bytes).toBeGreaterThan(0.8 * (withOne - withNone));
  });

  it('hold no memory but their own', () => {
    const known = new KnownBlocks();
    known.take('q', reply(['small']), known.of('q'));

    const [block] = known.of('q').values();

    expect(block?.buffer.byteLength).toBe('"small"'.length);
  });
});
