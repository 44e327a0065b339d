import type { ServerResponse } from 'node:http';
import { badRequest, GetRealm, serviceUnavailable } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { RequestContext } from '../admission/request-context.js';
import { outcomeFor } from '../http/api-error.filter.js';
import type { Route } from '../http/endpoints.js';
import { Echo } from '../testing/sample.controller.js';
import { failEndpoint } from '../testing/sample.endpoints.js';
import { type CallTransport, EndpointCall } from './endpoint-call.js';

/** Outcome of a call with requests to services that end, one after the other, as given. */
async function outcomeAfter(
  ends: readonly (string | Error)[],
  requests = ends.map(() => Echo as typeof Echo | typeof GetRealm),
) {
  const context = new RequestContext('r', '127.0.0.1');
  const left = [...ends];
  const transport = {
    clock: { nowMs: () => 0 },
    deadlineOf: () => 1,
    requestText: async () => {
      const end = left.shift() as string | Error;
      if (end instanceof Error) throw end;
      return end;
    },
  } as unknown as CallTransport;
  const route = { endpoint: failEndpoint } as unknown as Route;
  const call = new EndpointCall({}, {}, 'test', route, context, {} as ServerResponse, transport, {} as never);
  for (const request of requests) await call.request(request as typeof Echo, { value: 1 }).catch(() => {});
  return outcomeFor('POST', context.possibleChanges);
}

const notStarted = serviceUnavailable('messaging', 'not_started');
const unknown = serviceUnavailable('messaging', 'unknown');

describe('a call that ends with a 503', () => {
  it.each([
    ['no request', [], 'not_started'],
    ['a request that was not started', [notStarted], 'not_started'],
    ['a request that may have been executed', [unknown], 'unknown'],
    ['a request that was executed, and one that was not started', ['{}', notStarted], 'unknown'],
    ['a request that was refused, and one that was not started', [badRequest('x'), notStarted], 'unknown'],
    ['two requests that were not started', [notStarted, notStarted], 'not_started'],
  ] as const)('after %s has the outcome that its writes allow', async (_, ends, outcome) => {
    expect(await outcomeAfter(ends)).toBe(outcome);
  });

  it('after reads only was not started, also if a read failed', async () => {
    expect(await outcomeAfter(['{}', unknown], [GetRealm, GetRealm])).toBe('not_started');
    expect(await outcomeAfter(['{}', '{}'], [GetRealm, Echo])).toBe('unknown');
  });

  it.each(['GET', 'HEAD'])('has no outcome if it is a %s', (method) => {
    expect(outcomeFor(method, 1)).toBeUndefined();
  });
});
