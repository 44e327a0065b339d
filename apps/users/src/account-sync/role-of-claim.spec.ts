import { Role } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { roleOfClaim } from './role-of-claim.js';

const map = { owners: Role.Owner, 'chat-admins': Role.Administrator, mods: Role.Moderator, staff: Role.Member };
const roleOf = (claim: unknown, current: Role, roles: Readonly<Record<string, Role>> = map) =>
  roleOfClaim({ from: 'roles', map: roles }, claim, current);

describe('the role of a claim', () => {
  it.each([
    ['a text', 'chat-admins', Role.Administrator],
    ['a list', ['staff', 'mods'], Role.Moderator],
    ['a list with values that the map lacks', ['toString', 'mods', 7, null], Role.Moderator],
    ['the value of a lower role', 'staff', Role.Member],
  ])('is the highest one that the map has for %s', (_, claim, role) => {
    expect(roleOf(claim, Role.Moderator)).toBe(role);
  });

  it.each([
    [Role.Owner, Role.Owner, Role.Member],
    [Role.Administrator, Role.Administrator, Role.Member],
    [Role.Moderator, Role.Member, Role.Member],
    [Role.Member, Role.Member, Role.Member],
    [Role.Guest, Role.Guest, Role.Guest],
  ])('makes role %d role %d if it is missing, and role %d if it names none', (current, ifMissing, ifNone) => {
    for (const missing of [undefined, null]) expect(roleOf(missing, current)).toBe(ifMissing);
    for (const none of [[], '', 'others', ['others', '__proto__']]) expect(roleOf(none, current)).toBe(ifNone);
  });

  it('takes no role that the map cannot give', () => {
    expect(roleOf([], Role.Moderator, { 'chat-admins': Role.Administrator })).toBe(Role.Moderator);
  });

  it.each([[7], [true], [{ mods: 1 }]])('%j is unusable', (claim) => {
    expect(roleOf(claim, Role.Administrator)).toBeUndefined();
  });
});
