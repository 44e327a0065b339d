import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from './command.js';

/** Where a system is, and what to tell an operator when nothing answers there. */
export interface SystemAddress {
  readonly redisUrl: string;
  readonly whenSilent: string;
}

/** Where the running system is: REDIS_URL, or the private Redis of `npm start` in this folder. */
export function systemAddress(root: string, env: NodeJS.ProcessEnv): SystemAddress {
  if (env['REDIS_URL']) return given('REDIS_URL', env['REDIS_URL']);
  if (env['REDIS_URL_FILE']) return given('REDIS_URL_FILE', readFileSync(env['REDIS_URL_FILE'], 'utf8').trim());
  const config = join(root, '.local', 'redis', 'redis.conf');
  if (!existsSync(config)) {
    throw new CommandError('No system has been started here. Start it with `npm start`, or set REDIS_URL.');
  }
  return {
    redisUrl: addressIn(readFileSync(config, 'utf8')),
    whenSilent: "This folder's system does not answer. Start it with: npm start",
  };
}

function given(variable: string, redisUrl: string): SystemAddress {
  if (!URL.canParse(redisUrl)) throw new CommandError(`${variable} does not say redis://…`);
  // Without the password.
  const { host } = new URL(redisUrl);
  return { redisUrl, whenSilent: `${variable} names a Redis at ${host}, which does not answer` };
}

function addressIn(config: string): string {
  const settingOf = (name: string) => new RegExp(`^${name} (\\S+)$`, 'm').exec(config)?.[1] ?? '';
  return `redis://:${settingOf('requirepass')}@127.0.0.1:${settingOf('port')}`;
}
