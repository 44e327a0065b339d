import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import type { System } from '@chat/tools';

/** Kernel ticks in a second, on every known Linux. */
const TICKS_PER_SECOND = 100;

type Children = ReadonlyMap<number, readonly number[]>;

/** The amounts of a process and its children (PostgreSQL has one per connection) together. */
function sumOfTree(pid: number, children: Children, amountOf: (pid: number) => number): number {
  const amounts = (children.get(pid) ?? []).map((child) => sumOfTree(child, children, amountOf));
  return amounts.reduce((sum, amount) => sum + amount, amountOf(pid));
}

/** Memory of a process and its children in bytes; shared memory counts once; Linux. */
export const residentBytes = (pid: number, children: Children): number => sumOfTree(pid, children, proportionalBytes);

/** User and system time in milliseconds, with that of children which have ended. */
function ownCpuMs(pid: number): number {
  const fields = fieldsOfStat(pid);
  const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0);
  return (ticks * 1000) / TICKS_PER_SECOND;
}

function proportionalBytes(pid: number): number {
  const rollup = read(`/proc/${pid}/smaps_rollup`);
  const pss = /^Pss:\s+(\d+) kB/m.exec(rollup) ?? /^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`));
  return Number(pss?.[1] ?? 0) * 1024;
}

/** Children by parent, of every process of the machine. */
export function childrenOf(): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    const parent = Number(fieldsOfStat(pid)[1]);
    const siblings = children.get(parent);
    if (siblings) siblings.push(pid);
    else children.set(parent, [pid]);
  }
  return children;
}

/** Fields from the state on: the name before it may contain spaces. */
const fieldsOfStat = (pid: number): string[] => (read(`/proc/${pid}/stat`).split(') ').at(-1) ?? '').split(' ');

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // it ended meanwhile
  }
}

/** CPU time by service, and of the load generator, in milliseconds. */
export interface CpuUse {
  readonly byService: Readonly<Record<string, number>>;
  /** All services, PostgreSQL and Redis. */
  readonly stackMs: number;
  readonly generatorMs: number;
  readonly wallMs: number;
}

/** Measures the CPU of the system between `begin` and `end`. */
export class CpuMeter {
  private before = new Map<string, number>();
  private generatorBefore = process.cpuUsage();
  private beganAt = 0;

  constructor(
    private readonly system: System,
    /** False: no CPU profiles of this stretch. */
    private readonly isProfiled = true,
  ) {}

  begin(): void {
    if (this.isProfiled) toggleProfiles(this.system);
    this.before = this.read();
    this.generatorBefore = process.cpuUsage();
    this.beganAt = performance.now();
  }

  end(): CpuUse {
    const now = this.read();
    const generator = process.cpuUsage(this.generatorBefore);
    if (this.isProfiled) toggleProfiles(this.system);
    const byService = Object.fromEntries([...now].map(([name, ms]) => [name, ms - (this.before.get(name) ?? 0)]));
    return {
      byService,
      stackMs: Object.values(byService).reduce((sum, ms) => sum + ms, 0),
      generatorMs: (generator.user + generator.system) / 1000,
      wallMs: performance.now() - this.beganAt,
    };
  }

  private read(): Map<string, number> {
    const children = childrenOf();
    const used = new Map<string, number>();
    for (const { service, pid } of this.system.list()) {
      used.set(service, (used.get(service) ?? 0) + sumOfTree(pid, children, ownCpuMs));
    }
    return used;
  }
}

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
function toggleProfiles(system: System): void {
  if (FOLDER === undefined) return;
  for (const { service, pid } of system.list()) if (!SERVERS.has(service)) process.kill(pid, 'SIGUSR2');
}
