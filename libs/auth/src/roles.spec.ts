import { ROLES, Role } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { mayAssignRole, requireRole } from './roles.js';

const refusal = (role: Role, minimum: Role): string => {
  try {
    requireRole({ role }, minimum);
    return 'allowed';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('requireRole', () => {
  it.each([
    [Role.Owner, 'Must be an organization owner'],
    [Role.Administrator, 'Must be an organization administrator'],
    [Role.Moderator, 'Insufficient permission'],
    [Role.Member, 'Not allowed for guest users'],
  ])('lets role %d and higher ones pass, and refuses others with "%s"', (minimum, text) => {
    expect(ROLES.map((role) => refusal(role, minimum))).toEqual(
      ROLES.map((role) => (role <= minimum ? 'allowed' : text)),
    );
  });
});

describe('mayAssignRole', () => {
  it('leaves the owner role to owners and every role to administrators and above', () => {
    expect(mayAssignRole({ role: Role.Owner }, Role.Owner)).toBe(true);
    expect(mayAssignRole({ role: Role.Administrator }, Role.Owner)).toBe(false);
    expect(mayAssignRole({ role: Role.Administrator }, Role.Member)).toBe(true);
    expect(mayAssignRole({ role: Role.Moderator }, Role.Guest)).toBe(false);
  });
});
