// Node built-ins only: this runs before anything is installed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runStep } from './run-step.mjs';

/** Whether node_modules matches the lockfile: pnpm stores a copy of the lockfile that it installed. */
export function isInstalled(root) {
  try {
    const wanted = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
    return readFileSync(join(root, 'node_modules', '.pnpm', 'lock.yaml'), 'utf8') === wanted;
  } catch {
    return false;
  }
}

/** Installs the dependencies with the pnpm named in package.json (fetched by npx), unless they are there already. */
export async function installIfNeeded(root) {
  if (isInstalled(root)) return;
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
  const args = ['--yes', packageManager, 'install', '--frozen-lockfile', '--reporter=append-only'];
  await runStep(`Installing dependencies with ${packageManager}`, npx, args, {
    cwd: root,
    // npm hands its own settings down as npm_config_*, among them ones that pnpm would complain about.
    env: withoutNpmSettings(process.env),
    follow: true,
    hint: 'Is the package registry reachable? `npm ping` tells.',
  });
}

function withoutNpmSettings(env) {
  const kept = /^npm_config_(registry|userconfig|cache|.*proxy|cafile|strict_ssl)$/i;
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.toLowerCase().startsWith('npm_') || kept.test(name)),
  );
}
