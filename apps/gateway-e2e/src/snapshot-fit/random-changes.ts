import { mkdirSync, writeFileSync } from 'node:fs';
import { Organization } from '../support/organization.js';
import type { SharedSystem } from '../support/shared-system.js';
import { Changer } from './changer.js';
import { everyChange } from './changes.js';
import { changingWorld } from './changing-world.js';
import { Reader } from './reader.js';
import { SeededRandom } from './seeded-random.js';
import { untriedEndpoints } from './tried-endpoints.js';

const AT_ONCE = 5;

export interface RandomChanges {
  readonly system: SharedSystem;
  /** Decides all random choices; the interleaving of simultaneous calls varies. */
  readonly seed: number;
  /** Each kind of change comes as often. */
  readonly rounds: number;
  /** Folder of a run: calls, accepted changes, events of each client, and differences. */
  readonly folder: string | undefined;
}

/**
 * Creates an organization and makes simultaneous changes of every kind, while its users register with clients of
 * several kinds. Returns the differences to fresh registrations, the kinds of changes that were never accepted, and the
 * endpoints without a change.
 */
export async function afterRandomChanges({ system, seed, rounds, folder }: RandomChanges) {
  const organization = await Organization.create(system);
  const world = await changingWorld(organization);
  const random = new SeededRandom(seed);
  const changes = everyChange();
  const wanted = Array.from({ length: rounds }, () => random.shuffled(Object.keys(changes))).flat();
  const readers = Reader.all(world, random, wanted.length);
  const accepted = new Map<string, number>();
  const following: Promise<void>[] = [];
  let done = 0;

  const change = async (): Promise<void> => {
    for (let name = wanted[done]; name !== undefined; name = wanted[done]) {
      for (const reader of readers) if (reader.after === done) following.push(reader.follow());
      done++;
      const changer = new Changer(world, random, system.baseUrl);
      await changes[name]?.(changer);
      accepted.set(name, (accepted.get(name) ?? 0) + changer.accepted);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, change));
    await Promise.all(following);
    const differences = (await Promise.all(readers.map((reader) => reader.differences()))).flat();
    if (folder) {
      const own = `${folder}/${seed}-${organization.realmId}`;
      mkdirSync(own, { recursive: true });
      const write = (name: string, value: unknown) =>
        writeFileSync(`${own}/${name}.json`, JSON.stringify(value, undefined, 1));
      if (differences.length > 0) write('differences', differences);
      write('accepted', Object.fromEntries(accepted));
      write('calls', world.calls);
      for (const reader of readers) write(reader.name, reader.report);
    }
    const never = Object.keys(changes).filter((name) => !accepted.get(name));
    return { differences, never, untried: await untriedEndpoints(world) };
  } finally {
    await Promise.all(readers.map((reader) => reader.close()));
    // Throws if a response or event broke its schema.
    await organization.close();
  }
}
