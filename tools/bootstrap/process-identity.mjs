// Node built-ins only: this runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Start time of a process, which distinguishes it from a later process with the same pid. Undefined without such a
 * process; a zombie counts as ended.
 */
export function processStart(pid) {
  if (process.platform === 'linux') {
    let stat;
    try {
      stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    } catch {
      return undefined;
    }
    // The second field is the command in parentheses and may hold blanks and parentheses itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  }
  const ps = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  const line = ps.stdout?.trim() ?? '';
  return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
}

/**
 * Names this boot of this machine or container: start times and pids of one boot mean nothing in another.
 * A constant where the system offers nothing to tell boots apart.
 */
export function bootIdentity() {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}:${processStart(1) ?? ''}`;
  } catch {
    return 'unknown';
  }
}

/** A process, written down so that it is recognized later: {pid, start, boot}. Undefined when it has ended already. */
export function identify(pid) {
  const start = processStart(pid);
  return start === undefined ? undefined : { pid, start, boot: bootIdentity() };
}

/** Whether the very process that was written down still runs. */
export function isSameProcess(identity) {
  return identity.boot === bootIdentity() && processStart(identity.pid) === identity.start;
}
