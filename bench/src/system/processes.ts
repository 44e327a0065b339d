import { readdirSync, readFileSync } from 'node:fs';

/** Kernel ticks in a second, on every known Linux. */
const TICKS_PER_SECOND = 100;

/** CPU time that a process and its children (PostgreSQL has one per connection) have used, in milliseconds; Linux. */
export function cpuMs(pid: number, children = childrenOf()): number {
  const own = ownCpuMs(pid);
  return (children.get(pid) ?? []).reduce((sum, child) => sum + cpuMs(child, children), own);
}

/** Memory of a process and its children in bytes; shared memory counts once; Linux. */
export function residentBytes(pid: number, children = childrenOf()): number {
  const own = proportionalBytes(pid);
  return (children.get(pid) ?? []).reduce((sum, child) => sum + residentBytes(child, children), own);
}

/** User and system time, with that of children which have ended. */
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
