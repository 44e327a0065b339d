import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from './wait-for.js';

/** The shell in which a reader runs the commands of one guide. */
export class GuideShell {
  private readonly shell: ChildProcess;
  private output = '';
  private errors = '';
  private blocks = 0;

  constructor(
    private readonly folder: string,
    env: NodeJS.ProcessEnv,
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
    const folder = join(this.folder, '.local');
    // A block may have deleted it, with the data of the system.
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `guide-block-${number}.sh`);
    writeFileSync(file, code);
    [this.output, this.errors] = ['', ''];
    const marker = `@@ end of block ${number}`;
    this.shell.stdin?.write(`. ${file} < /dev/null\necho\necho '${marker}'\n`);
    const isOver = () => this.output.includes(marker) || this.shell.exitCode !== null;
    await waitFor(isOver, () => `The block did not end:\n${code}\n${this.output}${this.errors}`);
    if (!this.output.includes(marker)) throw new Error(`A command failed in:\n${code}\n${this.output}${this.errors}`);
    return this.output.slice(0, this.output.indexOf(marker));
  }

  async close(): Promise<void> {
    this.shell.stdin?.end();
    if (this.shell.exitCode === null) await once(this.shell, 'exit');
  }
}
