import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Advisory } from './judge-advisories.js';

/** A registry that has not answered by then does not answer. */
const TIMEOUT_MS = 30_000;
/** npm hands its own settings down, among them ones that pnpm would complain about. */
const NPM_SETTING = /^npm_(?!config_(registry|userconfig|cache|.*proxy|cafile|strict_ssl)$)/i;

/** What the registry knows of the packages that run in production, or why it could not be asked. */
export type RegistryAnswer = { readonly advisories: readonly Advisory[] } | { readonly unreachable: string };

/** Asks the configured registry through the pinned pnpm. */
export async function askRegistry(root: string): Promise<RegistryAnswer> {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { packageManager: string };
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !NPM_SETTING.test(name)));
  const output = await new Promise<string>((resolve) => {
    const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
    const child = spawn(npx, ['--yes', packageManager, 'audit', '--prod', '--json'], {
      cwd: root,
      env,
      // A group of its own, so that what npx started ends with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    const timer = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      resolve('no answer in time');
    }, TIMEOUT_MS);
    const done = (answer: string): void => {
      clearTimeout(timer);
      resolve(answer);
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
    }
    child.on('error', (error) => done(error.message));
    child.on('close', () => done(text));
  });
  return readAnswer(output);
}

/** Reads what `pnpm audit --json` printed: a report, or words. */
export function readAnswer(output: string): RegistryAnswer {
  const [begin, end] = [output.indexOf('{'), output.lastIndexOf('}')];
  try {
    const { advisories } = JSON.parse(output.slice(begin, end + 1)) as { advisories?: Record<string, Advisory> };
    if (advisories !== undefined) return { advisories: Object.values(advisories) };
  } catch {
    // No report.
  }
  const words = output
    .split('\n')
    .map((line) => line.replace(/^[\s│×]+/u, ''))
    .filter((line) => line !== '' && !line.startsWith('npm '));
  return { unreachable: words.slice(0, 3).join(' ') || 'no answer' };
}
