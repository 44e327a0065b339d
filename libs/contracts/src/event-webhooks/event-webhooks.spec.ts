import { describe, expect, it } from '@jest/globals';
import { fieldsOf } from '../kit/index.js';
import { WebhookFields } from './event-webhooks.schema.js';

const narrow = fieldsOf(WebhookFields).find(({ property }) => property === 'narrow');

describe('the narrow of an event webhook', () => {
  it('is any narrow that can be stored', () => {
    const terms = [['stream', 'odd'], { operator: 'topic', operand: 'größer', negated: true }];
    expect(narrow?.type.read(JSON.stringify(terms), 'narrow')).toEqual(terms);
  });

  it.each(['[["stream","\\ud800"]]', '[["stream","a\\u0000"]]', '[{"\\udfff":1}]'])('refuses %s', (text) => {
    expect(() => narrow?.type.read(text, 'narrow')).toThrow('narrow');
  });
});
