import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { fetchFromPackages, loadDownloaded } from './debian-redis.js';

// Needs the package archive, which is there wherever this path is taken at all.
const hasArchive = spawnSync('apt-get', ['--version']).status === 0;

(hasArchive ? it : it.skip)(
  'fetches a Redis that runs from the package archive, into a folder that may be moved',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'chat-redis-packages-'));
    try {
      const fetched = await fetchFromPackages(join(folder, 'redis'));
      const version = spawnSync(fetched.path, ['--version'], { env: { LD_LIBRARY_PATH: fetched.libraries } });

      expect(version.stdout.toString()).toMatch(/server v=\d/);
      expect(loadDownloaded(join(folder, 'redis'))).toEqual(fetched);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  120_000,
);
