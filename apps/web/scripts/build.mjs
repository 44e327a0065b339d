#!/usr/bin/env node
// Builds the web client into dist/client. Does nothing if the digest of its inputs is that of the last build.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressFiles } from './compress-files.mjs';
import { inputDigest } from './input-digest.mjs';
import { makeInstallable } from './installable.mjs';

const project = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(project, 'dist', 'client');
const digestFile = join(target, '.digest');

const digest = inputDigest(dirname(dirname(project)));
if (readDigest() !== digest) await buildClient();

function readDigest() {
  try {
    return readFileSync(digestFile, 'utf8');
  } catch {
    return undefined;
  }
}

/** Builds next to the last build and then takes its place, so that a reader finds one of both. */
async function buildClient() {
  // A test that starts the build has another one, and would leave a build for development behind.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  const outDir = `${target}.${process.pid}`;
  try {
    await build({ root: project, logLevel: 'warn', build: { outDir, emptyOutDir: true } });
    await makeInstallable(project, outDir);
    await compressFiles(outDir, target);
    writeFileSync(join(outDir, '.digest'), digest);
    rmSync(target, { recursive: true, force: true });
    renameSync(outDir, target);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}
