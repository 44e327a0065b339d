import { Role } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { isAllowedBy, isFullMember, Policy } from './policy.js';

const DAY = 86_400;
const callers = {
  owner: { role: Role.Owner, joinedAtSeconds: 0 },
  administrator: { role: Role.Administrator, joinedAtSeconds: 0 },
  moderator: { role: Role.Moderator, joinedAtSeconds: 9 * DAY },
  fullMember: { role: Role.Member, joinedAtSeconds: 0 },
  newMember: { role: Role.Member, joinedAtSeconds: 9 * DAY },
  guest: { role: Role.Guest, joinedAtSeconds: 0 },
};

describe('isAllowedBy', () => {
  const WAITING_PERIOD_DAYS = 3;
  const allowed = (policy: Policy) =>
    Object.entries(callers)
      .filter(([, caller]) => isAllowedBy(policy, caller, WAITING_PERIOD_DAYS, 10 * DAY))
      .map(([name]) => name);

  it.each([
    [Policy.Everyone, ['owner', 'administrator', 'moderator', 'fullMember', 'newMember', 'guest']],
    [Policy.Members, ['owner', 'administrator', 'moderator', 'fullMember', 'newMember']],
    [Policy.FullMembers, ['owner', 'administrator', 'moderator', 'fullMember']],
    [Policy.Moderators, ['owner', 'administrator', 'moderator']],
    [Policy.Administrators, ['owner', 'administrator']],
    [Policy.Owners, ['owner']],
    [Policy.Nobody, []],
  ])('policy %d allows %j', (policy, expected) => {
    expect(allowed(policy)).toEqual(expected);
  });

  it('permits an unknown policy to no role', () => {
    expect(allowed(99 as Policy)).toEqual([]);
  });
});

describe('isFullMember', () => {
  it('begins exactly when the waiting period is over', () => {
    const member = { role: Role.Member, joinedAtSeconds: 0 };

    expect(isFullMember(member, 3, 3 * DAY - 1)).toBe(false);
    expect(isFullMember(member, 3, 3 * DAY)).toBe(true);
  });
});
