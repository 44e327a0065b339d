import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { IdSet } from './id-set.js';

const id = fc.nat(12);
const step = fc.record({ does: fc.constantFrom('add', 'delete', 'has'), ids: fc.array(id) });

describe('IdSet', () => {
  it('equals a set after any steps', () => {
    fc.assert(
      fc.property(fc.uniqueArray(id), fc.array(step), (first, steps) => {
        const tried = new IdSet(first);
        const model = new Set(first);
        for (const { does, ids } of steps) {
          if (does === 'has') for (const each of ids) expect(tried.has(each)).toBe(model.has(each));
          if (does === 'add') tried.add(ids);
          if (does === 'delete') tried.delete(ids);
          for (const each of ids) if (does !== 'has') does === 'add' ? model.add(each) : model.delete(each);
        }
        expect(new Set(tried)).toEqual(model);
        expect(tried.size).toBe(model.size);
      }),
    );
  });
});
