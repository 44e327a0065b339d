import { describe, expect, it } from '@jest/globals';
import { fieldsOf } from '../kit/described-class.js';
import { DefaultStreamGroupStreamsChange } from './default-streams.endpoints.js';

describe('the operation on a group of default streams', () => {
  const op = fieldsOf(DefaultStreamGroupStreamsChange).find(({ property }) => property === 'op');

  it('is "add" or "remove"', () => {
    expect(op?.type.read('remove', 'op')).toBe('remove');
    expect(() => op?.type.read('set', 'op')).toThrow('Invalid value for "op". Specify one of "add" or "remove".');
  });
});
