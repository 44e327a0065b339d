import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from './command.js';

/** Where the running system is: REDIS_URL, or the private Redis of `npm start` in this folder. */
export function redisAddress(root: string, env: NodeJS.ProcessEnv): string {
  if (env['REDIS_URL']) return env['REDIS_URL'];
  if (env['REDIS_URL_FILE']) return readFileSync(env['REDIS_URL_FILE'], 'utf8').trim();
  const config = join(root, '.local', 'redis', 'redis.conf');
  if (!existsSync(config)) {
    throw new CommandError('No system has been started here. Start it with `npm start`, or set REDIS_URL.');
  }
  return addressIn(readFileSync(config, 'utf8'));
}

function addressIn(config: string): string {
  const settingOf = (name: string) => new RegExp(`^${name} (\\S+)$`, 'm').exec(config)?.[1] ?? '';
  return `redis://:${settingOf('requirepass')}@127.0.0.1:${settingOf('port')}`;
}
