import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import type { RedisProgram } from './redis.js';

/** The image also named in docker-compose.yml. */
export const REDIS_IMAGE = 'redis:7.4-alpine';

/**
 * Redis in a container, stopped by the signals sent to the `docker run` process. Inside it listens on the container's
 * own network; docker publishes that on this machine's loopback interface alone.
 */
export function dockerProgram(docker: string): RedisProgram {
  return {
    description: `${REDIS_IMAGE} in docker`,
    isContained: true,
    command: (config, port) => {
      const folder = dirname(config);
      const name = `chat-redis-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`;
      // A killed `docker run` leaves its container behind, and two servers must never write the same file.
      spawnSync(docker, ['rm', '--force', name], { stdio: 'ignore' });
      const options = [
        '--rm',
        '--init',
        `--name=${name}`,
        `--user=${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`,
        `--volume=${folder}:${folder}`,
        `--publish=127.0.0.1:${port}:${port}`,
      ];
      return {
        file: docker,
        args: ['run', ...options, REDIS_IMAGE, 'redis-server', config, '--bind', '0.0.0.0'],
        env: process.env,
      };
    },
  };
}
