import {
  createDrafts,
  deleteDraft,
  editDraft,
  endpoint,
  Id,
  missingParameter,
  NoFields,
  Role,
  Text,
} from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { RawAnswer } from './answers.js';
import type { Call } from './call.js';
import { definitionOf, dispatched, responseOnWire } from './contract-endpoints.js';
import { ParametersPipe } from './parameters.pipe.js';

class SampleParameters {
  @Id() streamId!: number;
  @Text() userName!: string;
  @Text({ aliases: ['subject'], optional: true, deprecated: true, description: 'A topic.' }) topic?: string;
}

const sample = endpoint({
  pattern: 'messaging.samples.get',
  method: 'GET',
  path: '/samples/{stream_id}/{user_name}',
  access: 'user',
  minimumRole: Role.Administrator,
  roleError: () => missingParameter('role'),
  errorStatuses: [404],
  summary: 'Get a sample',
  parameters: SampleParameters,
  response: NoFields,
});

describe('an endpoint of the contracts in the gateway', () => {
  it('has path parameters apart from others: text by its rule, integers by the router', () => {
    const { parameters, pathParameters } = definitionOf(sample);

    expect(Object.keys(parameters)).toEqual(['topic']);
    expect(Object.keys(pathParameters ?? {})).toEqual(['user_name']);
    expect(Object.keys(definitionOf(deleteDraft).parameters)).toEqual([]);
    expect(Object.keys(definitionOf(editDraft).parameters)).toEqual(['draft']);
  });

  it('has the values of parameters by the property of their field, whatever their names on the wire', () => {
    class Named {
      @Text({ wireName: 'full_name' }) name!: string;
    }
    const { parameters } = definitionOf({ ...sample, parameters: Named });

    expect(new ParametersPipe(parameters).read(new Map([['full_name', 'Ana']]), new Map())).toEqual({ name: 'Ana' });
  });

  it('keeps aliases, descriptions, defaults, roles and statuses', () => {
    const definition = definitionOf(sample);

    expect(definition.parameters['topic']).toMatchObject({
      aliases: ['subject'],
      required: false,
      deprecated: true,
      description: 'A topic.',
    });
    expect(definitionOf(createDrafts).parameters['drafts']).toMatchObject({ required: false, defaultValue: [] });
    expect(definition).toMatchObject({ minimumRole: Role.Administrator, refusalStatuses: [404] });
    expect(definition.roleRefusal?.().code).toBe('REQUEST_VARIABLE_MISSING');
  });

  it('is forwarded to its service as it is', async () => {
    const forwarded: unknown[] = [];
    const call = { forward: async (target: unknown) => forwarded.push(target) } as unknown as Call;

    await dispatched(sample).handle(call);

    expect(forwarded).toEqual([sample]);
  });

  it('is written with its names on the wire if a controller returns an object, otherwise left as it is', () => {
    const write = responseOnWire({ ...sample, response: SampleParameters });
    const page = new RawAnswer('text/html', '<p>');

    expect(write({ streamId: 1, userName: 'ana' })).toEqual({ stream_id: 1, user_name: 'ana' });
    expect(write(page)).toBe(page);
  });

  it('may be repeated after its replica died only if it reads, or if its parameters say so', () => {
    const { isRepeatable: _, ...options } = sample;
    const keyed = endpoint({
      ...options,
      pattern: 'messaging.samples.add',
      method: 'POST',
      isRepeatable: ({ topic }: SampleParameters) => topic !== undefined,
    });
    const isRepeatable = keyed.isRepeatable as (request: object) => boolean;

    expect([sample.isRepeatable, createDrafts.isRepeatable]).toEqual([true, false]);
    expect([{ topic: 'x' }, {}].map((parameters) => isRepeatable({ parameters }))).toEqual([true, false]);
  });

  it('is refused at start if another endpoint has its pattern', () => {
    expect(() => endpoint({ ...sample, isRepeatable: () => true })).toThrow(
      'Two endpoints have the pattern messaging.samples.get.',
    );
  });
});
