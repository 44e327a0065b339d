import { type ChildProcess, spawn } from 'node:child_process';
import cluster from 'node:cluster';
import type { ServiceDefinition } from './service-definition.js';

const NODE_OPTIONS = ['--enable-source-maps'];

/** What a process is started with. */
export interface ServiceRun {
  service: ServiceDefinition;
  cwd: string;
  env: Record<string, string>;
}

/**
 * Starts a replica with an IPC channel: when this process dies, however it dies, the channel closes and the replica
 * ends in an orderly way by itself.
 */
export function spawnService(run: ServiceRun): ChildProcess {
  return run.service.isEntrance ? forkEntrance(run) : spawnAlone(run);
}

function spawnAlone({ service, cwd, env }: ServiceRun): ChildProcess {
  return spawn(process.execPath, [...NODE_OPTIONS, service.entry], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C in the terminal must reach the launcher alone, which stops things in order.
    detached: true,
  });
}

/**
 * Replicas of the entrance listen on one port as members of a cluster. Without scheduling (SCHED_NONE) each of them
 * accepts connections by itself; this process only makes the socket and is not in the way of any request.
 */
function forkEntrance({ service, cwd, env }: ServiceRun): ChildProcess {
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const ignoreInterrupt = new URL('../../bootstrap/ignore-interrupt.mjs', import.meta.url);
  const settings = {
    exec: service.entry,
    args: [],
    execArgv: [...NODE_OPTIONS, '--import', ignoreInterrupt.href],
    cwd,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    silent: true,
  };
  cluster.setupPrimary(settings as unknown as Parameters<typeof cluster.setupPrimary>[0]);
  return cluster.fork(env).process;
}
