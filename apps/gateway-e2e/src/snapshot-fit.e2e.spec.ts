import { beforeAll, expect, it } from '@jest/globals';
import { everyChange } from './snapshot-fit/changes.js';
import { afterRandomChanges } from './snapshot-fit/random-changes.js';
import { type SharedSystem, sharedSystem } from './support/shared-system.js';

/**
 * Two runs with fixed seeds, so that a failure comes from the tested change and not from a new seed. `SNAPSHOT_FIT_SEEDS=1,2,3`
 * replaces the seeds; `SNAPSHOT_FIT_RUNS=50` adds 50 random ones (`npm run search`).
 */
const RANDOM_RUNS = Number(process.env['SNAPSHOT_FIT_RUNS'] ?? 0);
const SEEDS = process.env['SNAPSHOT_FIT_SEEDS']?.split(',').map(Number) ?? [
  2,
  7,
  ...Array.from({ length: RANDOM_RUNS }, () => Math.floor(Math.random() * 1_000_000_000)),
];
/** More rounds find more and take longer. */
const ROUNDS = Number(process.env['SNAPSHOT_FIT_ROUNDS'] ?? 2);
/** Folder for the events of each client, to find the reason of a difference. */
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
