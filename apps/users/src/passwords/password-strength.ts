import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

/** Estimating is quadratic in the length; what is beyond this adds nothing to a strong password. */
const MAX_ESTIMATED_LENGTH = 100;

let estimator: ZxcvbnFactory | undefined;

/** Dictionaries are loaded on first use: most replicas never need them. */
function estimate(password: string): number {
  estimator ??= new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  });
  return estimator.check(password.slice(0, MAX_ESTIMATED_LENGTH)).guesses;
}

/** What the server asks of new passwords; both are in the register response. */
export interface PasswordRules {
  readonly passwordMinLength: number;
  readonly passwordMinGuesses: number;
}

export function isStrongEnough(password: string, rules: PasswordRules): boolean {
  if (password === '' || [...password].length < rules.passwordMinLength) return false;
  return estimate(password) >= rules.passwordMinGuesses;
}
