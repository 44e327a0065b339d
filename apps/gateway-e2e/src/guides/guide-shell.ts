import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const READY = 'Ctrl-C';
const TIMEOUT_MS = 120_000;

/** Runs the blocks of one guide as a reader does: one shell for the commands, a second terminal for programs that keep running. */
export class GuideShell {
  private readonly shell: ChildProcess;
  private output = '';
  private errors = '';
  private foreground: ChildProcess | undefined;
  private blocks = 0;

  constructor(
    private readonly folder: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {
    this.shell = spawn('bash', ['--noprofile', '--norc', '-eu', '-o', 'pipefail'], {
      cwd: folder,
      env,
      detached: true,
    });
    this.shell.stdout?.on('data', (chunk: Buffer) => {
      this.output += chunk.toString();
    });
    this.shell.stderr?.on('data', (chunk: Buffer) => {
      this.errors += chunk.toString();
    });
  }

  /** Runs a block and returns its output. Rejects if a command of it fails. */
  async run(code: string): Promise<string> {
    const number = this.blocks++;
    const file = join(this.folder, '.local', `guide-block-${number}.sh`);
    writeFileSync(file, code);
    [this.output, this.errors] = ['', ''];
    const marker = `@@ end of block ${number}`;
    this.shell.stdin?.write(`. ${file} < /dev/null\necho\necho '${marker}'\n`);
    const isOver = () => this.output.includes(marker) || this.shell.exitCode !== null;
    await waitFor(isOver, () => `The block did not end:\n${code}\n${this.output}${this.errors}`);
    if (!this.output.includes(marker)) throw new Error(`A command failed in:\n${code}\n${this.output}${this.errors}`);
    return this.output.slice(0, this.output.indexOf(marker));
  }

  /** Starts a block in the second terminal, after Ctrl-C for the previous one, and returns its output up to its address. */
  async runInForeground(code: string): Promise<string> {
    await this.interrupt();
    const child = spawn('bash', ['-c', code], { cwd: this.folder, env: this.env, detached: true });
    this.foreground = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    await waitFor(
      () => output.includes(READY) || child.exitCode !== null,
      () => `It did not become ready: ${code}\n${output}`,
    );
    if (child.exitCode !== null && child.exitCode !== 0) throw new Error(`It failed: ${code}\n${output}`);
    return output;
  }

  async close(): Promise<void> {
    await this.interrupt();
    this.shell.stdin?.end();
    if (this.shell.exitCode === null) await once(this.shell, 'exit');
  }

  /** Ctrl-C in the second terminal. */
  private async interrupt(): Promise<void> {
    const child = this.foreground;
    this.foreground = undefined;
    if (child?.pid === undefined || child.exitCode !== null) return;
    process.kill(-child.pid, 'SIGINT');
    await once(child, 'exit');
  }
}

async function waitFor(condition: () => boolean, describe: () => string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(describe());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
