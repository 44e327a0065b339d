import { describe, expect, it } from '@jest/globals';
import { readableLine } from './terminal.js';

const time = new Date(2025, 10, 21, 9, 5, 7, 42).getTime();
const show = (entry: object, minLevel = 30, hasColours = false) =>
  readableLine(JSON.stringify({ time, ...entry }), 'messaging-0', minLevel, hasColours);

describe('readableLine', () => {
  it('shows time, process, level, message and fields', () => {
    expect(show({ level: 30, pid: 1, hostname: 'x', msg: 'sent', requestId: 'r1', took: 3 })).toBe(
      '09:05:07.042 messaging-0      INFO  sent requestId=r1 took=3',
    );
  });

  it('leaves out lines below the requested level', () => {
    expect(show({ level: 20, msg: 'detail' })).toBeUndefined();
  });

  it('understands levels by name and times as text', () => {
    expect(show({ level: 'warn', time: new Date(time).toISOString(), msg: 'slow' })).toBe(
      '09:05:07.042 messaging-0      WARN  slow',
    );
    expect(show({ level: 'debug', msg: 'detail' })).toBeUndefined();
  });

  it('shows the stack of an error, indented', () => {
    expect(show({ level: 50, msg: 'failed', err: { stack: 'Error: no\n    at here' } })).toBe(
      '09:05:07.042 messaging-0      ERROR failed\n    Error: no\n        at here',
    );
  });

  it('replaces control characters of the terminal', () => {
    expect(show({ level: 30, msg: 'a\u001b[2Jb', name2: '\u0007' })).toBe(
      '09:05:07.042 messaging-0      INFO  a?[2Jb name2=?',
    );
  });

  it('colours trouble where colours are wanted', () => {
    expect(show({ level: 50, msg: 'x' }, 30, true)).toMatch(/^\u001b\[31m.*\u001b\[0m$/);
  });
});
