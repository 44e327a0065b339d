import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the output of a step and of its commands goes. */
export interface StepOutput {
  print(text: string): void;
  /** For commands: descriptors of files. */
  readonly stdout: number;
  readonly stderr: number;
}

export const TERMINAL: StepOutput = { print: (text) => process.stdout.write(text), stdout: 1, stderr: 2 };

/** The output of a step that runs next to another one. It stays together. */
export class LaterOutput implements StepOutput {
  private readonly folder = mkdtempSync(join(tmpdir(), 'chat-step-'));
  private readonly path = join(this.folder, 'output');
  readonly stdout = openSync(this.path, 'a');
  readonly stderr = this.stdout;

  print(text: string): void {
    writeSync(this.stdout, text);
  }

  /** Everything so far. No more can follow. */
  take(): string {
    closeSync(this.stdout);
    const text = readFileSync(this.path, 'utf8');
    rmSync(this.folder, { recursive: true });
    return text;
  }
}
