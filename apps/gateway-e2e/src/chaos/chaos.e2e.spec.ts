import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Organization, type TestUser } from '../support/organization.js';
import { type SystemUnderTest, startSystemUnderTest } from '../support/system-under-test.js';
import { FAULTS, type Fault, stallable } from './faults.js';
import { MixedLoad } from './mixed-load.js';

/** `npm run chaos` runs all faults; `npm test` runs the faults that no other test covers. */
const isLong = process.env.CHAOS === 'long';
/** Work goes on this long before and after each fault. */
const TRAFFIC_MS = isLong ? 3_000 : 1_000;

let tested: SystemUnderTest;
let organization: Organization;
let members: TestUser[];
const lines: string[] = [];

beforeAll(async () => {
  tested = await startSystemUnderTest({ replicaEnv: stallable });
  organization = await Organization.create(tested.system);
  members = await MixedLoad.members(organization);
}, 180_000);

afterAll(async () => {
  await organization?.close();
  await tested?.discard();
  process.stdout.write(`${lines.join('\n')}\n`);
}, 60_000);

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function during({ name, happen }: Fault) {
  const load = await MixedLoad.start(name.replaceAll(' ', '-'), members);
  await pause(TRAFFIC_MS);
  const startedAt = performance.now();
  await happen(tested.system);
  const faultMs = Math.round(performance.now() - startedAt);
  const recoveryMs = await load.untilDelivered();
  await tested.system.waitReady();
  await pause(TRAFFIC_MS);
  const report = await load.stop();
  lines.push(
    `${name}: took ${faultMs} ms; ${recoveryMs} ms later a send was acknowledged and had arrived everywhere; ${report.acknowledged} sends acknowledged, ${report.failures.length} requests failed; ` +
      `longest time without an acknowledgement ${report.longestSilenceMs} ms, without an event ${report.longestStillnessMs} ms`,
  );
  return report;
}

describe.each(FAULTS.filter(({ run }) => isLong || run === 'always'))('with $name', (fault) => {
  it(`every acknowledged write arrives exactly once${fault.isUnnoticed ? ', and no request fails' : ''}`, async () => {
    const report = await during(fault);

    expect(report.faults).toEqual([]);
    if (fault.isUnnoticed) expect(report.failures).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(20);
  }, 300_000);
});
