import {
  Completion,
  createDrafts,
  endpoint,
  Id,
  missingParameter,
  Role,
  Text,
  unlistedEndpoint,
} from '@chat/contracts';
import { JsonText } from '@chat/redis-rpc';
import { describe, expect, it } from '@jest/globals';
import type { Call } from './call.js';
import { forwarded } from './endpoints.js';
import { PartiallyCompleted } from './handler-result.js';

class SampleParameters {
  @Id() streamId!: number;
  @Text() userName!: string;
  @Text({ aliases: ['subject'], optional: true, deprecated: true, description: 'A topic.' }) topic?: string;
}

const sample = unlistedEndpoint('GET /samples/{stream_id}/{user_name}', {
  pattern: 'messaging.samples.get',
  minimumRole: Role.Administrator,
  roleError: () => missingParameter('role'),
  errorStatuses: [404],
  summary: 'Get a sample',
  parameters: SampleParameters,
});

describe('an endpoint of the contracts in the gateway', () => {
  it('is forwarded to its service', () => {
    expect(forwarded(sample)).toEqual({ endpoint: sample });
  });

  it.each([
    [true, {}],
    [false, new PartiallyCompleted()],
  ])('of a bulk operation says whether it is complete: %s', async (isComplete, expected) => {
    const call = { forward: async () => new JsonText(JSON.stringify({ is_complete: isComplete })) } as Partial<Call>;

    expect(await forwarded({ ...sample, response: Completion }).handle?.(call as Call)).toEqual(expected);
  });

  it('is repeatable only if it reads, or if its parameters say so', () => {
    const { isRepeatable: _, ...options } = sample;
    const keyed = unlistedEndpoint('POST /samples', {
      ...options,
      pattern: 'messaging.samples.add',
      isRepeatable: ({ topic }: SampleParameters) => topic !== undefined,
    });
    const isRepeatable = keyed.isRepeatable as (request: object) => boolean;

    expect([sample.isRepeatable, createDrafts.isRepeatable]).toEqual([true, false]);
    expect([{ topic: 'x' }, {}].map((parameters) => isRepeatable({ parameters }))).toEqual([true, false]);
  });

  it('is refused at start if another endpoint has its pattern', () => {
    expect(() => endpoint('GET /samples', { ...createDrafts, isRepeatable: () => true })).toThrow(
      `Two endpoints have the pattern ${createDrafts.pattern}.`,
    );
  });
});
