import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTemporaryFolder } from '@chat/tools';

const COMMAND = fileURLToPath(new URL('../../scripts/failover.mjs', import.meta.url));

/** `npm run failover` as a process of its own, which finds programs in `folder` first, and has its own folder for temporary files. */
export class FailoverCommand {
  readonly folder = makeTemporaryFolder('chat-failover-command-');
  /** Folder for the temporary files of the run. */
  readonly temporary = join(this.folder, 'temporary');
  private output = '';
  private child: ChildProcess | undefined;
  private ended: Promise<number | null> = Promise.resolve(null);

  start(scenario: string): void {
    mkdirSync(this.temporary, { mode: 0o711 });
    const path = `${this.folder}${delimiter}${process.env['PATH']}`;
    const env = { ...process.env, PATH: path, TMPDIR: this.temporary, FAILOVER_ONE_REPLICA: 'true' };
    const child = spawn(process.execPath, [COMMAND, scenario], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (this.output += text));
    this.child = child;
    this.ended = new Promise((resolve) => child.once('close', resolve));
  }

  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  /** Resolves at the end of the run, with everything that it leaves. */
  async end() {
    const code = await this.ended;
    return { code, output: this.output, processes: this.processes(''), files: readdirSync(this.temporary) };
  }

  /** Ids of the processes of the run with a text in their command line. Processes that end meanwhile do not count. */
  processes(text: string): number[] {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.map(Number).filter((pid) => {
      try {
        return this.isOfRun(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
      } catch {
        return false;
      }
    });
  }

  /** Redis writes its title over its environment, but works in a folder of the run. */
  private isOfRun(pid: number): boolean {
    const hasPath = readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`${this.folder}${delimiter}`);
    return hasPath || readlinkSync(`/proc/${pid}/cwd`).startsWith(this.temporary);
  }

  /** Ends the processes that a failed test leaves, and deletes the folder. */
  discard(): void {
    for (const pid of this.processes('')) process.kill(pid, 'SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
