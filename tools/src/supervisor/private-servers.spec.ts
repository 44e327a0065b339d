import { expect, it } from '@jest/globals';
import { StartFailure } from '../servers/server.js';
import { chooseRedis } from './private-servers.js';

it('npm start refuses a REDIS_URL that services could not use', async () => {
  const choice = chooseRedis({ root: '/', folder: '/', redisUrl: 'redis-sentinel://:secret@h1:26379' });

  await expect(choice).rejects.toThrow(StartFailure);
  await expect(choice).rejects.toThrow(/^REDIS_URL lacks the parameter sentinelMasterId/);
});
