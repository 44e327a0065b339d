import { describe, expect, it } from '@jest/globals';
import { fieldsOf } from '../kit/described-class.js';
import { validated } from '../kit/types/object-in-code.js';
import { PresenceUpdate } from './presence.schema.js';

describe('the status of a presence', () => {
  const status = fieldsOf(PresenceUpdate).find(({ property }) => property === 'status');

  it.each(['active', 'idle'])('is %s', (value) => {
    expect(status?.type.read(value, 'status')).toBe(value);
    expect(() => validated(PresenceUpdate, { status: value })).not.toThrow();
  });

  it.each([
    ['busy', 'Invalid status: busy'],
    ['x'.repeat(21), 'status is too long (limit: 20 characters)'],
  ])('is not %s', (value, message) => {
    expect(() => status?.type.read(value, 'status')).toThrow(message);
    expect(() => validated(PresenceUpdate, { status: value })).toThrow();
  });
});
