import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isServedByGateway } from '@chat/contracts';
import { SERVICE_LIST } from '@chat/tools';
import { faultsOfTypes, typedSamples } from './check-types.js';
import { collectSamples } from './collect-samples.js';
import type { ContractRecord } from './contract-record.js';
import { contractsOfToday } from './contracts-of-today.js';

const WITH_SCHEMA = SERVICE_LIST.filter(({ schema }) => schema !== null).map(({ name }) => name);

/** Result of `npm run record:contracts`. */
export interface MadeRecord {
  readonly record: ContractRecord;
  /** Requests and events without a sample in the records. */
  readonly unseen: readonly string[];
  /** Samples that the types of today refuse, because sent and declared form differ. They are left out. */
  readonly refused: readonly string[];
}

/** Makes the record of a release from the files of services in `folder`. `root` is the repository. */
export function makeRecord(release: string, folder: string, root: string): MadeRecord {
  const today = contractsOfToday();
  const seen = collectSamples(folder);
  const sorted = <Value>(entries: readonly (readonly [string, Value])[]) =>
    Object.fromEntries([...entries].sort(([left], [right]) => (left < right ? -1 : 1)));
  const whole: ContractRecord = {
    release,
    requests: sorted(
      [...today.requests].filter(crossesServices).map(([pattern, { fields }]) => {
        const { samples = [], replies = [] } = seen.requests.get(pattern) ?? {};
        return [pattern, { fields, samples, replies }] as const;
      }),
    ),
    events: sorted([...today.events.keys()].map((type) => [type, seen.events.get(type) ?? []] as const)),
    migrations: migrationsOf(root),
  };
  const typed = typedSamples(whole, today);
  const faults = new Map(typed.map((sample) => [sample.value, undefined as string | undefined]));
  const refused = faultsOfTypes(typed, (sample, fault) => faults.set(sample.value, fault));
  const fits = (value: unknown) => faults.get(value) === undefined;
  const record: ContractRecord = {
    ...whole,
    requests: sorted(
      Object.entries(whole.requests).map(([pattern, { fields, samples, replies }]) => {
        return [pattern, { fields, samples: samples.filter(fits), replies: replies.filter(fits) }] as const;
      }),
    ),
    events: sorted(Object.entries(whole.events).map(([type, payloads]) => [type, payloads.filter(fits)] as const)),
  };
  const unseen = [
    ...Object.entries(record.requests).flatMap(([pattern, { samples }]) => (samples.length === 0 ? [pattern] : [])),
    ...Object.entries(record.events).flatMap(([type, payloads]) => (payloads.length === 0 ? [type] : [])),
  ];
  return { record, unseen, refused };
}

/** The gateway serves some endpoints itself: no replica of another release gets such a request. */
const crossesServices = ([pattern]: readonly [pattern: string, request: unknown]): boolean =>
  !isServedByGateway({ pattern });

/** Names of the files that hold migrations, by service, in their order. */
export function migrationsOf(root: string): Record<string, string[]> {
  return Object.fromEntries(
    WITH_SCHEMA.map((service) => {
      const files = readdirSync(join(root, 'apps', service, 'src', 'migrations'));
      return [service, files.filter((name) => /^\d+-.*(?<!\.spec)\.ts$/.test(name)).sort()];
    }),
  );
}
