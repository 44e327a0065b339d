/** URL of the PostgreSQL server for tests; a superuser's. `npm test` starts one and sets it. */
export const testDatabaseServerUrl = (): string => required('TEST_DATABASE_URL');
/** URL of the Redis server for tests, with many databases. `npm test` starts one and sets it. */
export const testRedisServerUrl = (): string => required('TEST_REDIS_URL');

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run service tests through \`npm test -- service [path]\`.`);
  return value;
}
