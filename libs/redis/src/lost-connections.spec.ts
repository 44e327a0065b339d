import { EventEmitter } from 'node:events';
import { expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { logLosses } from './lost-connections.js';

it('only the first of all lost connections is a warning, until all are back', () => {
  const lines: string[] = [];
  const log = (level: string) => (details: object, message: string) =>
    lines.push(`${level} ${(details as { connection: string }).connection}: ${message}`);
  const logger = { warn: log('warn'), info: log('info'), error: log('error') };
  const [one, two, three] = ['one', 'two', 'three'].map((name) => {
    const connection = new EventEmitter() as Redis;
    logLosses(connection, name, logger);
    return connection;
  }) as [Redis, Redis, Redis];
  const lose = (connection: Redis) => connection.emit('error', new Error('refused'));

  for (const connection of [one, one, two, three]) lose(connection);
  one.emit('ready');
  lose(one);
  for (const connection of [one, two]) connection.emit('ready');
  three.emit('end');
  lose(two);

  expect(lines).toEqual([
    'warn one: Redis connection lost; reconnecting',
    'info two: Redis connection lost, too; reconnecting',
    'info three: Redis connection lost, too; reconnecting',
    'info one: Redis connection is back',
    'info one: Redis connection lost, too; reconnecting',
    'info one: Redis connection is back',
    'info two: Redis connection is back',
    'warn two: Redis connection lost; reconnecting',
  ]);
});
