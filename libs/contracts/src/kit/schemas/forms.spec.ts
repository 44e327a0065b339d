import { describe, expect, it } from '@jest/globals';
import {
  ClientEventOf,
  eventDescription,
  eventSchema,
  Id,
  Integer,
  ListOf,
  registerFieldDescriptions,
  registerFieldsOf,
  Text,
} from '../index.js';

@ClientEventOf({
  type: 'sample',
  op: 'add',
  when: 'A sample was added.',
  form: 'By id',
  clients: { capability: 'bulk_message_deletion', isDeclared: true },
})
class SampleIds {
  @Id() sampleId!: number;
}

@ClientEventOf({ type: 'sample', op: 'add', when: '', form: 'By name', isDeprecated: true })
class SampleNames {
  @Text({ optional: true }) sampleName?: string;
}

class SampleRegisterFields {
  @Integer() sampleCount!: number;
  @ListOf(SampleIds, { optional: true }) samples?: readonly SampleIds[];
}
class OlderSampleRegisterFields {
  @ListOf(SampleNames) samples!: readonly SampleNames[];
}
registerFieldsOf(['sample'], SampleRegisterFields, { absentIfFetchType: 'newer_sample' });
registerFieldsOf(['sample'], OlderSampleRegisterFields, { without: 'user_settings_object' });

describe('events and register fields of the contracts', () => {
  it('joins classes with the same type and op as forms of one event', () => {
    expect(eventDescription('sample', 'add')).toEqual({
      type: 'sample',
      op: 'add',
      when: 'A sample was added.',
      forms: [
        { name: 'By id', clients: { capability: 'bulk_message_deletion', isDeclared: true }, fields: SampleIds },
        { name: 'By name', fields: SampleNames },
      ],
    });
  });

  it('gives a client only the forms for its capabilities', () => {
    const byName = {
      type: 'object',
      properties: {
        id: { type: 'integer', minimum: 0 },
        type: { const: 'sample' },
        op: { const: 'add' },
        sample_name: { type: 'string' },
      },
      required: ['id', 'type', 'op'],
    };

    expect(eventSchema('sample', 'add', {})).toEqual(byName);
    expect(eventSchema('sample', 'add')).toEqual({ anyOf: [expect.anything(), byName] });
    expect(eventSchema('sample', 'remove')).toBeUndefined();
  });

  it('keeps the conditions of register fields and the form for older clients', () => {
    const { sample_count: count, samples } = registerFieldDescriptions();

    expect(count).toMatchObject({ fetchTypes: ['sample'], absentIfFetchType: 'newer_sample', isConditional: false });
    expect(samples).toMatchObject({
      isConditional: true,
      schema: { items: { $ref: '#/$defs/SampleIds' } },
      without: { capability: 'user_settings_object', schema: { items: { $ref: '#/$defs/SampleNames' } } },
    });
  });
});
