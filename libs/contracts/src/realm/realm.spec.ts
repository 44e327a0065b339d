import { describe, expect, it } from '@jest/globals';
import { fieldsOf } from '../kit/described-class.js';
import { validated } from '../kit/types/object-in-code.js';
import { RealmChanges } from './realm.schema.js';

const read = (name: string, value: string): unknown => {
  const field = fieldsOf(RealmChanges).find(({ wireName }) => wireName === name);
  if (!field) throw new Error(`No parameter ${name}.`);
  return field.type.read(value, name);
};

describe('a parameter of PATCH /realm', () => {
  it.each([
    ['name', ' ', 'name cannot be blank.'],
    ['name', 'a\u0007', 'Invalid characters in name!'],
    ['name', 'x'.repeat(41), 'name is too long (limit: 40 characters)'],
    ['description', 'a\0', 'Invalid characters in description!'],
    ['default_language', 'xx', "Invalid language 'xx'"],
    ['default_code_block_language', 'a\n', 'Invalid characters in default_code_block_language!'],
    ['create_public_stream_policy', '5', 'Invalid create_public_stream_policy'],
    ['message_retention_days', '0', "Bad value for 'message_retention_days': 0"],
    ['message_retention_days', '10001', 'Invalid message_retention_days'],
    ['waiting_period_threshold', '10001', 'Invalid waiting_period_threshold'],
    ['message_content_delete_limit_seconds', '2147483648', 'Invalid message_content_delete_limit_seconds'],
  ])('%s=%j is refused', (name, value, message) => {
    expect(() => read(name, value)).toThrow(message);
  });

  it.each([
    ['description', 'a\nb', 'a\nb'],
    ['default_language', 'de', 'de'],
    ['default_code_block_language', '', ''],
    ['message_retention_days', 'unlimited', -1],
    ['message_content_edit_limit_seconds', 'unlimited', null],
    ['waiting_period_threshold', '0', 0],
    ['notifications_stream_id', '-1', null],
  ])('%s=%j is %j in code, which the service accepts', (name, value, inCode) => {
    expect(read(name, value)).toBe(inCode);
    const field = fieldsOf(RealmChanges).find(({ wireName }) => wireName === name);
    const changes = { [field?.property ?? '']: inCode };
    expect(validated(RealmChanges, changes)).toEqual(changes);
  });
});
