import { describe, expect, it } from '@jest/globals';
import { retentionChoice } from './streams.schema.js';

const read = (text: string) => {
  try {
    return retentionChoice.read(text, 'message_retention_days');
  } catch (error) {
    return `refused: ${(error as Error).message}`;
  }
};

describe('the message retention of a stream', () => {
  it.each([
    ['30', 30],
    ['"30"', 30],
    ['unlimited', 'unlimited'],
    ['"unlimited"', 'unlimited'],
    ['realm_default', 'realm_default'],
    ['"realm_default"', 'realm_default'],
    ['0', "refused: Bad value for 'message_retention_days': 0"],
    ['"0"', "refused: Bad value for 'message_retention_days': 0"],
    ['-1', "refused: Bad value for 'message_retention_days': -1"],
    ['soon', "refused: Bad value for 'message_retention_days': soon"],
    ['', "refused: Bad value for 'message_retention_days': "],
    ['[]', 'refused: message_retention_days is not a string or integer'],
  ])('is read from %s', (text, value) => {
    expect(read(text)).toBe(value);
  });
});
