import { ApiError } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkedWidget } from './widget-content.js';

const widget = (widget_type: unknown, extra_data: unknown) => ({ widget_type, extra_data });
const choice = { short_name: 'A', long_name: 'Apple', reply: 'an apple' };
const form = (choices: unknown, more: object = {}) =>
  widget('zform', { type: 'choices', heading: 'Fruit', choices, ...more });

describe('widget_content', () => {
  it.each([
    [form([choice, { ...choice, short_name: 'B' }])],
    [form([{ type: 'multiple_choice', ...choice }])],
    [form([])],
    [widget('poll', { question: 'Lunch?', options: ['soup'] })],
    [widget('todo', null)],
    [widget('todo', {})],
  ])('%j is stored', (given) => {
    expect(JSON.parse(checkedWidget(JSON.stringify({ ...given, more: 1 })))).toEqual(given);
  });

  it.each<[unknown, string]>([
    [[], 'widget_content is not a dict'],
    [null, 'widget_content is not a dict'],
    [{ extra_data: {} }, 'widget_type is not in widget_content'],
    [{ widget_type: 'zform' }, 'extra_data is not in widget_content'],
    [widget('zform', null), 'extra_data is not a dict'],
    [widget('poll', null), 'extra_data is not a dict'],
    [widget('bogus', {}), 'unknown widget type: bogus'],
    [widget(7, {}), 'widget_type is not a string'],
    [widget('zform', {}), 'zform is missing type field'],
    [widget('zform', { type: 'bogus' }), 'unknown zform type: bogus'],
    [widget('zform', { type: {} }), 'unknown zform type: object'],
    [widget('zform', { type: 'choices', choices: [] }), 'heading key is missing from extra_data'],
    [form('x'), 'extra_data["choices"] is not a list'],
    [form([choice, 'x']), 'extra_data["choices"][1] is not a dict'],
    [form([{ ...choice, reply: 1 }]), 'extra_data["choices"][0]["reply"] is not a string'],
    [form([{ short_name: 'A', long_name: 'B' }]), 'reply key is missing from extra_data["choices"][0]'],
    [form([choice], { more: 1 }), 'Unexpected arguments: more'],
    [widget('poll', { question: 'q', options: [1] }), 'extra_data["options"][0] is not a string'],
    [widget('poll', { question: 'q' }), 'options key is missing from extra_data'],
    [widget('todo', { x: 1 }), 'Unexpected arguments: x'],
  ])('%j is refused', (given, message) => {
    expect(() => checkedWidget(JSON.stringify(given))).toThrow(`Widgets: ${message}`);
  });

  it.each(['', 'x', '{', '['.repeat(9_999)])('%.20j is no JSON', (text) => {
    expect(() => checkedWidget(text)).toThrow('Widgets: API programmer sent invalid JSON content');
  });

  it('of any JSON is stored or refused, also with prototype keys and deep nesting', () => {
    const key = fc.constantFrom('widget_type', 'extra_data', 'type', 'choices', 'heading', '__proto__', 'constructor');
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('zform', 'poll', 'todo', 'choices'),
        fc.jsonValue(),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 4 }),
      ),
    }));
    const texts = fc.oneof(
      value.map((one) => JSON.stringify(one)),
      fc.string(),
    );
    const deep = `{"widget_type":"zform","extra_data":${'{"type":'.repeat(1_000)}1${'}'.repeat(1_001)}`;
    fc.assert(
      fc.property(texts, (text) => {
        try {
          expect(typeof checkedWidget(text)).toBe('string');
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
        }
      }),
      { examples: [[deep], ['{"__proto__":{"widget_type":"todo","extra_data":null}}']] },
    );
  });
});
