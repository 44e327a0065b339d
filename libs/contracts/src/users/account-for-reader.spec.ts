import { describe, expect, it } from '@jest/globals';
import { Role } from '../roles.js';
import { EmailAddressVisibility } from '../settings/settings.schema.js';
import { avatarUrl, avatarUrlFor, visibleDeliveryEmail } from './account-for-reader.js';

const user = (emailAddressVisibility: EmailAddressVisibility) => ({
  userId: 7,
  email: 'user7@chat.example',
  deliveryEmail: 'ana@example.com',
  emailAddressVisibility,
  avatarSource: 'G' as const,
  avatarVersion: 1,
});
const ROLES = [Role.Owner, Role.Administrator, Role.Moderator, Role.Member, Role.Guest];

describe('the real address', () => {
  it.each([
    [EmailAddressVisibility.Everyone, ROLES],
    [EmailAddressVisibility.Members, [Role.Owner, Role.Administrator, Role.Moderator, Role.Member]],
    [EmailAddressVisibility.Moderators, [Role.Owner, Role.Administrator, Role.Moderator]],
    [EmailAddressVisibility.Administrators, [Role.Owner, Role.Administrator]],
    [EmailAddressVisibility.Nobody, []],
  ])('with visibility %d is seen by roles %j alone', (visibility, expected) => {
    const seen = ROLES.filter((role) => visibleDeliveryEmail({ userId: 1, role }, user(visibility)) !== null);
    expect(seen).toEqual(expected);
  });

  it('is seen by oneself always, by spectators never', () => {
    expect(visibleDeliveryEmail({ userId: 7, role: Role.Guest }, user(EmailAddressVisibility.Nobody))).toBe(
      'ana@example.com',
    );
    expect(visibleDeliveryEmail(null, user(EmailAddressVisibility.Everyone))).toBeNull();
  });
});

describe('the avatar', () => {
  const member = { userId: 1, role: Role.Member };

  it('is computed by clients that said so and may see the address', () => {
    expect(avatarUrlFor(member, user(EmailAddressVisibility.Everyone), true)).toBeNull();
    expect(avatarUrlFor(member, user(EmailAddressVisibility.Everyone), false)).toMatch(/\/[0-9a-f]{32}\?d=identicon/);
  });

  it('does not give a hidden address away by its hash', () => {
    const hidden = user(EmailAddressVisibility.Administrators);
    const shown = avatarUrlFor(member, hidden, true);
    expect(shown).not.toBeNull();
    expect(shown).not.toBe(avatarUrl({ userId: 1, role: Role.Owner }, hidden));
  });

  it('is a path on this server when it was uploaded', () => {
    const uploaded = { ...user(1), avatarSource: 'U' as const, avatarToken: 'abc', avatarVersion: 3 };
    expect(avatarUrlFor(member, uploaded, true)).toBe('/user_avatars/7/abc.png?version=3');
    expect(avatarUrl(member, uploaded, 'medium')).toBe('/user_avatars/7/abc-medium.png?version=3');
  });
});
