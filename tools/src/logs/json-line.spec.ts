import { describe, expect, it } from '@jest/globals';
import { type OutputStream, toJsonLine } from './json-line.js';

const source = (service: string) => ({ service, instance: 0, pid: 7 });
const wrapped = (service: string, line: string, stream: OutputStream = 'stderr') =>
  JSON.parse(toJsonLine(line, stream, source(service), 1_000));

describe('toJsonLine', () => {
  it('leaves a JSON object as it is', () => {
    const line = '{"level":30,"msg":"hello"}';

    expect(toJsonLine(line, 'stdout', source('users'), 1_000)).toBe(line);
  });

  it.each([
    ['postgres', 'LOG:  database system is ready', 30, 'database system is ready'],
    ['postgres', 'FATAL:  password authentication failed', 50, 'password authentication failed'],
    ['postgres', 'FATAL:  the database system is starting up', 30, 'the database system is starting up'],
    ['postgres', 'PANIC:  no', 60, 'no'],
    ['redis', '9:M 21 Nov 2025 11:00:00.123 * Ready to accept connections', 30, 'Ready to accept connections'],
    ['redis', '9:M 21 Nov 2025 11:00:00.123 # Out of memory', 40, 'Out of memory'],
    ['redis', '9:M 21 Nov 2025 11:00:00.123 # Redis is now ready to exit', 30, 'Redis is now ready to exit'],
    ['users', 'Error: something broke', 50, 'Error: something broke'],
    ['users', '{"cut off', 50, '{"cut off'],
  ])('puts a line of %s into an object: %s', (service, line, level, msg) => {
    expect(wrapped(service, line)).toEqual({ level, time: 1_000, service, instance: 0, pid: 7, msg });
  });

  it('takes plain text on standard output as information', () => {
    expect(wrapped('users', 'ran 3 migrations', 'stdout')).toMatchObject({ level: 30, msg: 'ran 3 migrations' });
  });
});
