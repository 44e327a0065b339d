import { createDrafts, endpoint, Id, missingParameter, Role, Text } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import type { Call } from './call.js';
import { forwarded, responseOnWire } from './endpoints.js';
import { FileResponse } from './envelope.interceptor.js';

class SampleParameters {
  @Id() streamId!: number;
  @Text() userName!: string;
  @Text({ aliases: ['subject'], optional: true, deprecated: true, description: 'A topic.' }) topic?: string;
}

const sample = endpoint({
  pattern: 'messaging.samples.get',
  route: 'GET /samples/{stream_id}/{user_name}',
  minimumRole: Role.Administrator,
  roleError: () => missingParameter('role'),
  errorStatuses: [404],
  summary: 'Get a sample',
  parameters: SampleParameters,
});

describe('an endpoint of the contracts in the gateway', () => {
  it('is forwarded to its service', async () => {
    const calls: unknown[] = [];
    const call = { forward: async (target: unknown) => calls.push(target) } as unknown as Call;

    await forwarded(sample).handle(call);

    expect(calls).toEqual([sample]);
  });

  it('has wire names if a controller returns an object; text and files stay unchanged', () => {
    const write = responseOnWire({ ...sample, response: SampleParameters });
    const page = new FileResponse('text/html', '<p>');

    expect(write({ streamId: 1, userName: 'ana' })).toEqual({ stream_id: 1, user_name: 'ana' });
    expect(write(page)).toBe(page);
  });

  it('is repeatable only if it reads, or if its parameters say so', () => {
    const { isRepeatable: _, ...options } = sample;
    const keyed = endpoint({
      ...options,
      pattern: 'messaging.samples.add',
      route: 'POST /samples',
      isRepeatable: ({ topic }: SampleParameters) => topic !== undefined,
    });
    const isRepeatable = keyed.isRepeatable as (request: object) => boolean;

    expect([sample.isRepeatable, createDrafts.isRepeatable]).toEqual([true, false]);
    expect([{ topic: 'x' }, {}].map((parameters) => isRepeatable({ parameters }))).toEqual([true, false]);
  });

  it('is refused at start if another endpoint has its pattern', () => {
    expect(() => endpoint({ ...sample, route: 'GET /samples', isRepeatable: () => true })).toThrow(
      'Two endpoints have the pattern messaging.samples.get.',
    );
  });
});
