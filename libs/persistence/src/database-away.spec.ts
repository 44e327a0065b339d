import { describe, expect, it } from '@jest/globals';
import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { isDatabaseAway } from './database-away.js';

const failure = (message: string, code?: string) => Object.assign(new Error(message), { code });
const queryFailure = (code: string) => Object.assign(new Error('query failed'), { driverError: { code } });

describe('isDatabaseAway', () => {
  it.each([
    failure('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'),
    failure('Connection terminated unexpectedly'),
    failure('timeout exceeded when trying to connect'),
    new QueryRunnerProviderAlreadyReleasedError(),
    new QueryRunnerAlreadyReleasedError(),
    queryFailure('57P01'),
    queryFailure('57P03'),
    queryFailure('08006'),
    failure('PostgreSQL did not reply in time', 'ETIMEDOUT'),
    failure('timeout expired'),
    failure('getaddrinfo ENOTFOUND chat.db.example.com', 'ENOTFOUND'),
    failure('There was an error establishing an SSL connection'),
    queryFailure('25006'),
    queryFailure('53100'),
    queryFailure('53200'),
    queryFailure('53300'),
    queryFailure('57P05'),
    queryFailure('58030'),
    queryFailure('58P01'),
  ])('knows %p', (error) => {
    expect(isDatabaseAway(error)).toBe(true);
  });

  it.each([
    queryFailure('23505'),
    queryFailure('25P02'),
    queryFailure('42P01'),
    queryFailure('57014'),
    failure('no such thing'),
    undefined,
    'ECONNREFUSED',
  ])('leaves %p alone', (error) => {
    expect(isDatabaseAway(error)).toBe(false);
  });
});
