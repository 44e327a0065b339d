import { describe, expect, it } from '@jest/globals';
import { retentionParameter } from './stream.parameters.js';

const read = (text: string) => {
  try {
    return retentionParameter.rule.read(text, 'message_retention_days');
  } catch (error) {
    return `refused: ${(error as Error).message}`;
  }
};

describe('how long messages are kept', () => {
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
  ])('is read from %s', (text, value) => {
    expect(read(text)).toBe(value);
  });
});
