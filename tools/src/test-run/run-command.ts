import { spawn } from 'node:child_process';

/** Runs a command with its output on this terminal, and says whether it ended well. */
export function runCommand(args: string[], cwd: string, env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** The same with the output kept; for commands that run side by side. */
export function captureCommand(args: string[], cwd: string): Promise<{ isGreen: boolean; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ isGreen: code === 0, output }));
  });
}
