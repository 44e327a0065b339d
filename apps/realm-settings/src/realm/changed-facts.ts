import type { RealmRecord } from '@chat/contracts';

/** What differs between two records of a realm, with the values from before; undefined when nothing does. */
export function changedFacts(before: RealmRecord, after: RealmRecord): Partial<RealmRecord> | undefined {
  const names = (Object.keys(after) as (keyof RealmRecord)[]).filter(
    // Values are plain data, made by the same code in the same order.
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, before[name]])) as Partial<RealmRecord>;
}
