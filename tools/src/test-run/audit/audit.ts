import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkResult, type Step } from '../step.js';
import { askRegistry } from './ask-registry.js';
import { type AuditException, judgeAdvisories } from './judge-advisories.js';

/** Advisories that were looked at and do not concern us. */
const EXCEPTIONS = join('tools', 'audit-exceptions.json');

/**
 * Known weaknesses of what runs in production: red for high and critical ones. A registry that cannot be asked makes nothing red,
 * since that says nothing about the code, but it is said.
 */
export const audit: Step = {
  name: 'audit',
  title: 'Known weaknesses of dependencies',
  run: async ({ root }) => {
    const answer = await askRegistry(root);
    if ('unreachable' in answer) {
      process.stdout.write(`NOT CHECKED: the registry does not tell advisories (${answer.unreachable})\n`);
      return checkResult(true);
    }
    const exceptions = JSON.parse(readFileSync(join(root, EXCEPTIONS), 'utf8')) as AuditException[];
    const verdict = judgeAdvisories(answer.advisories, exceptions, new Date().toISOString().slice(0, 10));
    process.stdout.write(`${verdict.lines.join('\n')}\n`);
    if (!verdict.isGreen) process.stdout.write(`Upgrade, or say in ${EXCEPTIONS} why it does not concern us.\n`);
    return checkResult(verdict.isGreen);
  },
};
