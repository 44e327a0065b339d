import { expect, it } from '@jest/globals';
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.js';

it('ten recovery codes of 80 bits differ', () => {
  const codes = Array.from({ length: 100 }, newRecoveryCodes);

  expect(codes[0]).toHaveLength(10);
  expect(new Set(codes.flat()).size).toBe(1_000);
  for (const code of codes.flat()) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
});

it.each(['abcd efgh ijkl mnop', ' ABCDEFGHIJKLMNOP\t', 'aBcD-efgh-ijkl-mnop', 'abcd-efgh ijkl\u00a0mnop'])(
  'case, spaces and hyphens of %j do not matter',
  (typed) => {
    expect(hashOfRecoveryCode(typed)).toEqual(hashOfRecoveryCode('ABCD-EFGH-IJKL-MNOP'));
  },
);

it('another code has another hash', () => {
  expect(hashOfRecoveryCode('ABCD-EFGH-IJKL-MNOQ')).not.toEqual(hashOfRecoveryCode('ABCD-EFGH-IJKL-MNOP'));
});
