import { createTestDatabase, createTestRedis, type TestDatabase, type TestRedis } from '@chat/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import type { MigrationInterface } from 'typeorm';
import { startService } from './run-service.js';
import { ServiceModule } from './service.module.js';

class CreateReports1700000000000 implements MigrationInterface {
  async up(): Promise<void> {}
  async down(): Promise<void> {}
}

@Module({ imports: [ServiceModule.forRoot({ name: 'realm-settings' })] })
class WithoutControllers {}

const database = { schema: 'reports', migrations: [CreateReports1700000000000] };
@Module({
  imports: [
    ServiceModule.forRoot({ name: 'realm-settings', database: { ...database, migrations: [] }, readsStandbys: true }),
  ],
})
class WithStandbys {}
@Module({ imports: [ServiceModule.forRoot({ name: 'realm-settings', database })] })
class WithDatabase {}

let redis: TestRedis;
let empty: TestDatabase;
const environment = { ...process.env };

beforeAll(async () => {
  redis = await createTestRedis();
  empty = await createTestDatabase('empty', async () => {});
});
beforeEach(() => {
  process.env = { ...environment, REDIS_URL: redis.url, DATABASE_URL: empty.url, LOG_LEVEL: 'silent' };
});
afterAll(async () => {
  process.env = environment;
  await empty.drop();
  await redis.close();
});

describe('a service does not start', () => {
  it('if a request pattern has no handler', async () => {
    await expect(startService(WithoutControllers)).rejects.toThrow(
      /^No handler for realm-settings\..*linkifiers\.create/,
    );
  });

  it('if a migration has not run', async () => {
    await expect(startService(WithDatabase)).rejects.toThrow(
      'The schema reports is not up to date (CreateReports1700000000000); run the migrations first.',
    );
  });

  it.each([
    ['REDIS_URL', '', 'Set the environment variable REDIS_URL'],
    ['DATABASE_URL', '', 'Set the environment variable DATABASE_URL'],
    ['DATABASE_URL', 'postgres://u:secret@h1,mysql://h2/chat', 'DATABASE_URL mixes schemes'],
    [
      'DATABASE_URL',
      'postgres://u:secret@127.0.0.1:1/chat',
      /^DATABASE_URL cannot be used: connect ECONNREFUSED [\d.:]+\.$/,
    ],
    ['DATABASE_SYNCHRONOUS', 'on', 'DATABASE_SYNCHRONOUS is "on"; set required or optional or leave it out'],
    [
      'DATABASE_SYNCHRONOUS',
      'required',
      'DATABASE_SYNCHRONOUS is required, but synchronous_standby_names of PostgreSQL is empty.',
    ],
    ['HEALTH_PORT', 'none', 'The environment variable HEALTH_PORT is "none"; set a whole number'],
  ])('if %s is "%s"', async (name, value, message) => {
    process.env[name] = value;

    await expect(startService(WithDatabase)).rejects.toThrow(message);
  });

  it('if DATABASE_READ_URL has no meaning', async () => {
    process.env['DATABASE_READ_URL'] = 'postgres://u:secret@h1:x/chat';

    await expect(startService(WithStandbys)).rejects.toThrow(/^DATABASE_READ_URL is not an address such as/);
  });
});
