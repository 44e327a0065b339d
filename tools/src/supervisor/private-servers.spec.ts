import { expect, it } from '@jest/globals';
import { StartFailure } from '../servers/server.js';
import { choosePostgres, chooseRedis } from './private-servers.js';

it('npm start refuses a REDIS_URL that services could not use', async () => {
  const choice = chooseRedis({ root: '/', folder: '/', redisUrl: 'redis-sentinel://:secret@h1:26379' });

  await expect(choice).rejects.toThrow(StartFailure);
  await expect(choice).rejects.toThrow(/^REDIS_URL lacks the parameter sentinelMasterId/);
});

it.each([
  ['postgres://u:secret@h1,mysql://h2/chat', /^DATABASE_URL mixes schemes/],
  ['postgres://u:secret@127.0.0.1:1/chat', /^DATABASE_URL cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1\.$/],
])('npm start refuses the DATABASE_URL %s', async (databaseUrl, message) => {
  const choice = choosePostgres({ root: '/', folder: '/', databaseUrl });

  await expect(choice).rejects.toThrow(StartFailure);
  await expect(choice).rejects.toThrow(message);
});
