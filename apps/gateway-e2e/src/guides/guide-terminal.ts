import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { waitFor } from './wait-for.js';

const READY = 'Ctrl-C';

/** The second terminal of a reader, for programs that run until Ctrl-C. It stays open from page to page. */
export class GuideTerminal {
  private running: { readonly child: ChildProcess; readonly command: string; readonly output: string } | undefined;

  constructor(private readonly folder: string) {}

  /** Starts a program, after Ctrl-C for the previous one, and returns its output up to its address. If it already runs, it goes on. */
  async run(code: string, env: NodeJS.ProcessEnv): Promise<string> {
    // A block of a page ends with a newline, and may have a comment.
    const command = JSON.stringify([code.replace(/\s+#.*/, '').trim(), env]);
    if (this.running?.command === command && this.running.child.exitCode === null) return this.running.output;
    await this.interrupt();
    const child = spawn('bash', ['-c', code], { cwd: this.folder, env, detached: true });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    this.running = { child, command, output };
    await waitFor(
      () => output.includes(READY) || child.exitCode !== null,
      () => `It did not become ready: ${code}\n${output}`,
    );
    if (child.exitCode !== null && child.exitCode !== 0) throw new Error(`It failed: ${code}\n${output}`);
    this.running = { child, command, output };
    return output;
  }

  /** Ctrl-C. */
  async interrupt(): Promise<void> {
    const child = this.running?.child;
    this.running = undefined;
    if (child?.pid === undefined || child.exitCode !== null) return;
    process.kill(-child.pid, 'SIGINT');
    await once(child, 'exit');
  }
}
