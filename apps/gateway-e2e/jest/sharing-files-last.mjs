import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

/** Runs the files that share a system last: they are short, so no core is idle at the end. Otherwise the order of jest. */
export default class SharingFilesLast extends Sequencer {
  sort(tests) {
    const shares = ({ path }) => Number(readFileSync(path, 'utf8').includes("/support/shared-system.js'"));
    return super.sort(tests).toSorted((a, b) => shares(a) - shares(b));
  }
}
