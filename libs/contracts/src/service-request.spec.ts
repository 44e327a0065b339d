import { describe, expect, it } from '@jest/globals';
import * as contracts from './index.js';
import { fieldsOf } from './kit/described-class.js';
import { ServiceRequest } from './service-request.js';

const requests = Object.values(contracts as Record<string, unknown>).filter(
  (exported): exported is new () => ServiceRequest<unknown> =>
    typeof exported === 'function' && exported.prototype instanceof ServiceRequest && 'pattern' in exported,
);

describe('every request between services', () => {
  it.each(requests.map((request) => [request.name, request] as const))(
    '%s describes all of its fields',
    (_, request) => {
      expect(fieldsOf(request).map(({ property }) => property)).toEqual(
        expect.arrayContaining(Object.keys(new request())),
      );
    },
  );
});
