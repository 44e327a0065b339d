import type { UserGroup } from '@chat/contracts';

/** The groups in a group, by theirs too: ascending, itself left out. */
export function allSubgroupIds(groups: ReadonlyMap<number, Pick<UserGroup, 'subgroupIds'>>, groupId: number): number[] {
  const found = new Set<number>();
  const toVisit = [...(groups.get(groupId)?.subgroupIds ?? [])];
  for (let next = toVisit.pop(); next !== undefined; next = toVisit.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    toVisit.push(...(groups.get(next)?.subgroupIds ?? []));
  }
  found.delete(groupId);
  return ascending(found);
}

/** Everybody in a group, by its subgroups too. */
export function allMemberIds(groups: ReadonlyMap<number, UserGroup>, groupId: number): number[] {
  const within = [groupId, ...allSubgroupIds(groups, groupId)];
  return ascending(new Set(within.flatMap((id) => groups.get(id)?.memberIds ?? [])));
}

const ascending = (ids: Iterable<number>): number[] => [...ids].sort((a, b) => a - b);
