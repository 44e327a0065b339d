import { beforeAll, expect, it } from '@jest/globals';
import { everyChange } from './snapshot-fit/changes.js';
import { afterRandomChanges } from './snapshot-fit/random-changes.js';
import { type SharedSystem, sharedSystem } from './support/shared-system.js';

/**
 * Two runs that are always the same, as far as they can be, since what was never tried before belongs to no change that is being
 * tested. `SNAPSHOT_FIT_SEEDS=1,2,3` runs those instead, `SNAPSHOT_FIT_RUNS=50` as many by chance as well: `npm run search`.
 */
const RANDOM_RUNS = Number(process.env['SNAPSHOT_FIT_RUNS'] ?? 0);
const SEEDS = process.env['SNAPSHOT_FIT_SEEDS']?.split(',').map(Number) ?? [
  2,
  7,
  ...Array.from({ length: RANDOM_RUNS }, () => Math.floor(Math.random() * 1_000_000_000)),
];
/** More finds more, and takes longer. */
const ROUNDS = Number(process.env['SNAPSHOT_FIT_ROUNDS'] ?? 2);
/** Where what each client was told is written, to look for the reason of a difference. */
const FOLDER = process.env['SNAPSHOT_FIT_FOLDER'];
const SECONDS_PER_ROUND = 30;

let system: SharedSystem;
beforeAll(async () => {
  system = await sharedSystem();
}, 180_000);

it.each(SEEDS)(
  'state and events of a registration amid changes of every kind (seed %i) equal a new registration',
  async (seed) => {
    const { differences, never, untried } = await afterRandomChanges({
      ...{ system, seed, rounds: ROUNDS, folder: FOLDER },
    });

    expect({ seed, differences }).toEqual({ seed, differences: [] });
    // A new endpoint needs a change of its own, or a line that says why not.
    expect(untried).toEqual([]);
    // As many refusals as that would mean that nothing was tried.
    const isTooMany = never.length > Object.keys(everyChange()).length / 3;
    expect({ seed, never: isTooMany ? never : [] }).toEqual({ seed, never: [] });
  },
  60_000 + ROUNDS * SECONDS_PER_ROUND * 1_000,
);
