import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

/** As jest orders test files, but those that share a system come last: it does not run beside what others measure and kill. */
export default class SharingFilesLast extends Sequencer {
  sort(tests) {
    const shares = ({ path }) => Number(readFileSync(path, 'utf8').includes("/support/shared-system.js'"));
    return super.sort(tests).toSorted((a, b) => shares(a) - shares(b));
  }
}
