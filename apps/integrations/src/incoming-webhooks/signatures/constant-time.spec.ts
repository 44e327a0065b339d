import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { loadIntegrations } from '../../load-integrations.js';

const INTEGRATIONS = '../../integrations';
const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Sources that decide whether a sender has signed a request. */
const verifiers = (await loadIntegrations())
  .filter(({ verification }) => verification.kind === 'own')
  .map(({ name }) => {
    const signature = `${INTEGRATIONS}/${name}/${name}.signature.ts`;
    const exists = existsSync(new URL(signature, import.meta.url));
    return exists ? signature : `${INTEGRATIONS}/${name}/${name}.integration.ts`;
  });

/** The comparisons of a source in which no side is a literal or a constant. */
function comparisonsOfValues(source: string): string[] {
  const comparisons = source.matchAll(/\S+ (?:===?|!==?) (\S+)/g);
  const byOperator = [...comparisons].filter(
    ([, right = '']) => !/^(?:'|`[^$]*`|-?\d|undefined|null|true|false|[A-Z_]+\b)/.test(right),
  );
  const byMethod = source.matchAll(/\.(?:equals|compare|localeCompare|includes)\(/g);
  return [...byOperator, ...byMethod].map(([text]) => text);
}

describe('signatures and tokens are compared in constant time', () => {
  it.each(['verify-sender.ts', ...verifiers])('by %s', (path) => {
    const source = read(path);
    // A public key verifies without a comparison.
    expect(source).toMatch(/\b(?:isEqual|hasV1Signature)\(|import \{[^}]*\bverify\b[^}]*\} from 'node:crypto'/);
    expect(comparisonsOfValues(source)).toEqual([]);
  });

  it('by the one function of Node for it', () => {
    expect(read('digest.ts')).toContain('return a.length === b.length && timingSafeEqual(a, b);');
  });
});

it.each(['given === expected', 'given !== expected', 'a.equals(b)', 'digests.includes(given)'])(
  '%s is no comparison in constant time',
  (text) => {
    expect(comparisonsOfValues(`return ${text};`)).toHaveLength(1);
  },
);
