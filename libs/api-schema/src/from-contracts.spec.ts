import { ClientEventOf, Id, Integer, ListOf, registerFieldsOf, Text } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { contractEvents, contractRegisterFields } from './from-contracts.js';

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
    const event = contractEvents().find(({ type }) => type === 'sample');

    expect(event).toEqual({
      type: 'sample',
      op: 'add',
      when: 'A sample was added.',
      forms: [
        {
          name: 'By id',
          clients: { capability: 'bulk_message_deletion', isDeclared: true },
          fields: { sample_id: { type: 'integer', minimum: 0 } },
        },
        { name: 'By name', fields: { 'sample_name?': { type: 'string' } } },
      ],
    });
  });

  it('keeps the conditions of register fields and the form for older clients', () => {
    const { sample_count: count, samples } = contractRegisterFields();

    expect(count).toMatchObject({ fetchTypes: ['sample'], absentIfFetchType: 'newer_sample' });
    expect(count).not.toHaveProperty('isConditional');
    expect(samples).toMatchObject({
      isConditional: true,
      schema: { items: { $ref: '#/$defs/SampleIds' } },
      without: { capability: 'user_settings_object', schema: { items: { $ref: '#/$defs/SampleNames' } } },
    });
  });
});
