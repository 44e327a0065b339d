import { describe, expect, it } from '@jest/globals';
import { type Advisory, judgeAdvisories, readAnswer } from './audit.js';

const advisory = (severity: string, id = 'GHSA-1'): Advisory => ({
  github_advisory_id: id,
  module_name: 'fastify',
  title: 'Bad thing',
  severity,
  vulnerable_versions: '<6',
  patched_versions: '>=6',
  url: `https://github.com/advisories/${id}`,
  findings: [{ version: '5.12.8', paths: ['.>fastify'] }],
});
const exception = { advisory: 'GHSA-1', reason: 'we never call it', until: '2026-12-31' };

describe('the audit', () => {
  it.each([
    ['low', true],
    ['moderate', true],
    ['high', false],
    ['critical', false],
  ])('with a weakness that is %s is green: %s', (severity, isGreen) => {
    const verdict = judgeAdvisories([advisory(severity)], [], '2026-06-01');

    expect(verdict.isGreen).toBe(isGreen);
    expect(verdict.lines.join()).toContain('fastify 5.12.8: Bad thing');
  });

  it('lets an exception pass with its reason until its day, and says when it is not needed', () => {
    expect(judgeAdvisories([advisory('high')], [exception], '2026-12-31')).toEqual({
      isGreen: true,
      lines: [expect.stringContaining('we never call it')],
    });
    expect(judgeAdvisories([advisory('high')], [exception], '2027-01-01').isGreen).toBe(false);
    expect(judgeAdvisories([advisory('high', 'GHSA-2')], [exception], '2026-06-01').isGreen).toBe(false);
    expect(judgeAdvisories([], [exception], '2026-06-01').lines).toEqual([
      'The exception for GHSA-1 is no longer needed',
    ]);
  });

  it('knows a report from a registry that does not tell', () => {
    const report = JSON.stringify({ advisories: { 1: advisory('high') }, metadata: {} });
    const words = 'npm warn x\nError: ERR_PNPM_AUDIT_BAD_RESPONSE\n\n  × The audit endpoint\n  │ responded with 405:\n';

    expect(readAnswer(`npm warn something\n${report}\n`)).toEqual({ advisories: [advisory('high')] });
    expect(readAnswer('{"advisories":{},"metadata":{}}')).toEqual({ advisories: [] });
    expect(readAnswer(words)).toEqual({
      unreachable: 'Error: ERR_PNPM_AUDIT_BAD_RESPONSE The audit endpoint responded with 405:',
    });
    expect(readAnswer('')).toEqual({ unreachable: 'no answer' });
  });
});
