import { ApiError, badRequest, serviceUnavailable } from '@chat/contracts';
import { expect, it } from '@jest/globals';
import { apiErrorOf } from './api-error-of.js';

it.each([
  "READONLY You can't write against a read only replica.",
  'LOADING Redis is loading the dataset in memory',
  "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
  'CLUSTERDOWN The cluster is down',
  'MISCONF Redis is configured to save RDB snapshots, but it is currently unable to persist to disk.',
  "OOM command not allowed when used memory > 'maxmemory'. script: 1, on @user_script:1.",
  'NOREPLICAS Not enough good replicas to write.',
  'Command aborted due to connection close',
])('the Redis error "%s" is a 503 with retry-after', (message) => {
  expect(apiErrorOf(new Error(message), 'users')).toEqual(serviceUnavailable('users'));
  expect(apiErrorOf(new Error(message), 'users')?.fields['retry-after']).toBe(1);
});

it('another error of Redis is a fault', () => {
  expect(
    apiErrorOf(new Error('WRONGTYPE Operation against a key holding the wrong kind of value'), 'users'),
  ).toBeUndefined();
  expect(apiErrorOf(new Error('The word OOM is in the text'), 'users')).toBeUndefined();
});

it('an error of a service stays as it is', () => {
  const error: ApiError = badRequest('OOM is not a topic');

  expect(apiErrorOf(error, 'users')).toBe(error);
});
