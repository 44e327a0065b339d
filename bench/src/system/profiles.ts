import { mkdirSync } from 'node:fs';
import type { System } from '@chat/tools';

/** Folder for CPU profiles of the services; without it there are none. */
const FOLDER = process.env['BENCH_PROFILE'];
const SERVERS = new Set(['postgres', 'redis']);

/** Environment of services under profiling. */
export function profilerEnvironment(): Record<string, string> {
  if (FOLDER === undefined) return {};
  mkdirSync(FOLDER, { recursive: true });
  const profiler = new URL('../../profiler.mjs', import.meta.url);
  return { BENCH_PROFILE: FOLDER, NODE_OPTIONS: `--import=${profiler.href}` };
}

/** Begins a profile in every service, or ends and writes it. */
export function toggleProfiles(system: System): void {
  if (FOLDER === undefined) return;
  for (const { service, pid } of system.list()) if (!SERVERS.has(service)) process.kill(pid, 'SIGUSR2');
}
