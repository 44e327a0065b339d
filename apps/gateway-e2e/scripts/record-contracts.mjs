#!/usr/bin/env node
/*
 * `npm run record:contracts -- <release>`: writes libs/contracts/samples/<release>.generated.json, with which later releases are
 * compared. Runs the whole-system tests with nearly all requests, while the services record their packets. Run it once per
 * release. Takes some minutes.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const [release, given] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(release ?? '')) {
  process.stderr.write('Say which release: npm run record:contracts -- 0.1.0\n');
  process.exit(2);
}
const folder = given ?? mkdtempSync(join(tmpdir(), 'chat-contract-records-'));
const run = (args, env = {}) => {
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) process.exit(status ?? 1);
};

run([join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-b']);
// The second argument, optional, is a folder with the records of an earlier run.
if (given === undefined) {
  const specs = [
    'authorization/',
    'existing-clients',
    'faults/replicas',
    'faults/webhooks',
    'files.e2e',
    'people',
    'providers/',
    'realm',
    'second-factor',
    'sign-in',
    'sign-up',
    'snapshot-fit',
    'streams',
  ];
  const paths = specs.map((name) => `apps/gateway-e2e/src/${name}`);
  run([join(root, 'tools', 'test.mjs'), 'system', ...paths], { CONTRACT_RECORDS: folder });
}

const { makeRecord } = await import('../dist/versions/make-record.js');
const { record, unseen, refused } = makeRecord(release, folder, root);
const target = join(root, 'libs', 'contracts', 'samples');
mkdirSync(target, { recursive: true });
writeFileSync(join(target, `${release}.generated.json`), `${JSON.stringify(record, null, 1)}\n`);
if (given === undefined) rmSync(folder, { recursive: true, force: true });
const say = (what, lines) => {
  if (lines.length > 0) process.stdout.write(`${what}:\n${lines.map((line) => `  ${line}\n`).join('')}`);
};
say('Nobody made these while recording; only the fields of their requests are kept', unseen);
say('What is sent and what is declared differ; these samples are left out', refused);
