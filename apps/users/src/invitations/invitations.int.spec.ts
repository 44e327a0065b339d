import {
  createInvitationLink,
  createInvitations,
  deactivateUser,
  InvitationsChanged,
  listInvitations,
  MAX_INVITATIONS,
  MAX_INVITEES,
  type NewInvitations,
  Role,
  resendInvitation,
  revokeInvitation,
  revokeInvitationLink,
} from '@chat/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { REALM_ID, TEST_REALM, type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

let users: UsersUnderTest;
let owner: TestUser;
let admin: TestUser;
let member: TestUser;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 2 });
  users.readableStreams = [7, 8];
  owner = await users.person(Role.Owner);
  admin = await users.person(Role.Administrator);
  member = await users.person(Role.Member);
});
afterAll(() => users.stop());
beforeEach(async () => {
  await users.changeRealm({ ...TEST_REALM, inviteRequired: true });
  await users.sql('DELETE FROM invitations');
  await users.sql('DELETE FROM invitation_links');
  await users.sql('DELETE FROM outgoing_mail');
});

const options = { streamIds: [], inviteAs: Role.Member, inviteExpiresInMinutes: 14_400 };
const invite = (actor: TestUser, inviteeEmails: string, more: Partial<NewInvitations> = {}) =>
  users.call(createInvitations, actor, { ...options, inviteeEmails, ...more });
const link = (actor: TestUser, more: Partial<NewInvitations> = {}) =>
  users.call(createInvitationLink, actor, { ...options, ...more });
const invitesOf = async (actor: TestUser) => (await users.call(listInvitations, actor, {})).invites;
const mails = () =>
  users.sql<{ recipient: string; body: string }>('SELECT recipient, body FROM outgoing_mail ORDER BY recipient');
const recipients = async () => (await mails()).map(({ recipient }) => recipient);
const keyIn = (text: string) => /\/(?:do_confirm|join)\/([a-z2-7]{24})\b/.exec(text)?.[1] ?? '';
const nowSeconds = () => Math.floor(Date.now() / 1_000);
const changes = async (work: () => Promise<unknown>) => (await users.eventsOf(work)).map(({ type }) => type);

describe('invitations by mail', () => {
  it('are listed, mailed with a key that only the mail contains, and announced without details', async () => {
    const events = await users.eventsOf(() =>
      invite(member, 'Nora Lind <nora@example.com>\notto@example.com', { streamIds: [8, 7, 8] }),
    );

    expect(events).toEqual([{ type: InvitationsChanged.type, payload: {} }]);
    const invites = await invitesOf(member);
    expect(invites).toEqual([
      {
        id: expect.any(Number),
        email: 'nora@example.com',
        invited_by_user_id: member.userId,
        invited: expect.any(Number),
        expiry_date: expect.any(Number),
        invited_as: Role.Member,
        is_multiuse: false,
      },
      expect.objectContaining({ email: 'otto@example.com' }),
    ]);
    const [first] = invites;
    expect(Math.abs((first?.invited ?? 0) - nowSeconds())).toBeLessThan(60);
    expect((first?.expiry_date ?? 0) - (first?.invited ?? 0)).toBe(10 * 86_400);
    const sent = await mails();
    expect(sent.map(({ recipient }) => recipient)).toEqual(['nora@example.com', 'otto@example.com']);
    expect(sent[0]?.body).toContain(`${TEST_REALM.url}/accounts/do_confirm/${keyIn(sent[0]?.body ?? '')}\n`);
    expect(keyIn(sent[0]?.body ?? '')).not.toBe(keyIn(sent[1]?.body ?? ''));
    const [stored] = await users.sql<{ row: string; streams: string }>(
      `SELECT invitations::text AS row, stream_ids::text AS streams FROM invitations WHERE email = 'nora@example.com'`,
    );
    expect(stored?.row).not.toContain(keyIn(sent[0]?.body ?? ''));
    expect(stored?.streams).toBe('{8,7}');
  });

  it('may last for ever', async () => {
    await invite(member, 'nora@example.com', { inviteExpiresInMinutes: null });

    expect(await invitesOf(member)).toMatchObject([{ expiry_date: null }]);
  });

  it('disappear from the list when they expire', async () => {
    await invite(member, 'nora@example.com', { inviteExpiresInMinutes: 1 });
    await users.sql(`UPDATE invitations SET expires_at = now() - interval '1 second'`);
    const [row] = await users.sql<{ id: string }>('SELECT id FROM invitations');

    expect(await invitesOf(admin)).toEqual([]);
    await expect(users.call(resendInvitation, member, { id: Number(row?.id) })).rejects.toThrow('No such invitation');
  });

  it.each([
    ['blank', ' ,\n', 'You must specify at least one email address.'],
    [
      'too long',
      Array.from({ length: MAX_INVITEES + 1 }, (_, n) => `a${n}@example.com`).join(),
      `Too many addresses (limit: ${MAX_INVITEES})`,
    ],
  ])('are refused for a %s list', async (_, list, message) => {
    await expect(invite(member, list)).rejects.toThrow(message);
  });

  it('are all refused for one bad address, which the error names with the reason', async () => {
    await users.changeRealm({
      emailsRestrictedToDomains: true,
      domains: [{ domain: 'example.com', allowSubdomains: false }],
    });
    const list = `nora@example.com, nonsense, \0, nora+1@example.com, x@other.example, ${admin.email}`;

    expect(
      await changes(() =>
        expect(invite(member, list)).rejects.toMatchObject({
          code: 'INVITATION_FAILED',
          status: 400,
          fields: {
            errors: [
              ['nonsense', 'Invalid address.', false],
              ['\0', 'Invalid address.', false],
              ['nora+1@example.com', 'Email addresses containing + are not allowed.', false],
              ['x@other.example', 'Outside your domain.', false],
              [admin.email, 'Already has an account.', false],
            ],
            sent_invitations: false,
            daily_limit_reached: false,
          },
        }),
      ),
    ).toEqual([]);
    expect(await recipients()).toEqual([]);
  });

  it('refuse disposable addresses if the realm does', async () => {
    await users.changeRealm({ disallowDisposableEmailAddresses: true });

    await expect(invite(member, 'nora@mailinator.com')).rejects.toMatchObject({
      fields: { errors: [['nora@mailinator.com', 'Please use your real email address.', false]] },
    });
  });

  it('skip addresses with accounts and send the others', async () => {
    const gone = await users.person(Role.Member);
    await users.call(deactivateUser, owner, { userId: gone.userId });
    const list = `${admin.email.toUpperCase()},${gone.email},notification-bot@chat.example,nora@example.com`;
    const errors = [
      [admin.email.toUpperCase(), 'Already has an account.', false],
      [gone.email, 'Account has been deactivated.', true],
      ['notification-bot@chat.example', 'Reserved for system bots.', false],
    ];

    await expect(invite(member, list)).rejects.toMatchObject({ fields: { errors, sent_invitations: true } });

    expect(await recipients()).toEqual(['nora@example.com']);
    const onlyKnown = invite(member, list.replace(',nora@example.com', ''));
    await expect(onlyKnown).rejects.toMatchObject({ fields: { errors, sent_invitations: false } });
    expect(await recipients()).toEqual(['nora@example.com']);
  });

  it('of 1,000 addresses in one request are made at once', async () => {
    const addresses = Array.from({ length: MAX_INVITEES }, (_, n) => `Person ${n} <invitee${n}@example.com>`);

    expect(await changes(() => invite(member, addresses.join('\n'), { streamIds: [7] }))).toHaveLength(1);

    expect(await invitesOf(member)).toHaveLength(MAX_INVITEES);
    expect(await recipients()).toHaveLength(MAX_INVITEES);
  });
});

describe('the right to invite', () => {
  it.each([
    [Role.Member, 2],
    [Role.Member, 4],
    [Role.Moderator, 2],
    [Role.Owner, 6],
  ])('is refused to role %d by policy %d', async (role, inviteToRealmPolicy) => {
    await users.changeRealm({ inviteToRealmPolicy });
    const actor = await users.person(role);

    await expect(invite(actor, 'nora@example.com')).rejects.toThrow('Insufficient permission');
    expect(await users.register(actor, ['realm_user'])).toMatchObject({ can_invite_others_to_realm: false });
  });

  it.each([
    [Role.Member, 1],
    [Role.Moderator, 4],
    [Role.Administrator, 2],
  ])('is given to role %d by policy %d', async (role, inviteToRealmPolicy) => {
    await users.changeRealm({ inviteToRealmPolicy });
    const actor = await users.person(role);

    expect(await users.register(actor, ['realm_user'])).toMatchObject({ can_invite_others_to_realm: true });
    await invite(actor, 'nora@example.com');
  });

  it('is given to full members by policy 3', async () => {
    await users.changeRealm({ inviteToRealmPolicy: 3, waitingPeriodThreshold: 5 });

    await expect(invite({ ...member, joinedAtSeconds: nowSeconds() - 4 * 86_400 }, 'nora@example.com')).rejects.toThrow(
      'Insufficient permission',
    );
    await invite({ ...member, joinedAtSeconds: nowSeconds() - 6 * 86_400 }, 'nora@example.com');
  });

  it('is never given to guests and bots', async () => {
    const guest = await users.person(Role.Guest);
    const bot = await users.person(Role.Administrator, { isBot: true, botOwnerId: owner.userId });

    await expect(invite(guest, 'nora@example.com')).rejects.toThrow('Not allowed for guest users');
    for (const call of [invite(bot, 'nora@example.com'), link(bot), invitesOf(bot)]) {
      await expect(call).rejects.toThrow('This endpoint does not accept bot requests.');
    }
    expect(await users.register(bot, ['realm_user'])).toMatchObject({ can_invite_others_to_realm: false });
  });

  it.each([
    [Role.Member, Role.Owner, 'Must be an organization owner'],
    [Role.Administrator, Role.Owner, 'Must be an organization owner'],
    [Role.Member, Role.Administrator, 'Must be an organization administrator'],
    [Role.Moderator, Role.Moderator, 'Must be an organization administrator'],
  ])('of role %d does not include role %d', async (role, inviteAs, message) => {
    await expect(invite(await users.person(role), 'nora@example.com', { inviteAs })).rejects.toThrow(message);
  });

  it.each([
    [Role.Owner, Role.Owner],
    [Role.Administrator, Role.Administrator],
    [Role.Administrator, Role.Moderator],
    [Role.Member, Role.Guest],
  ])('of role %d includes role %d', async (role, inviteAs) => {
    await invite(await users.person(role), 'nora@example.com', { inviteAs });

    expect(await invitesOf(owner)).toMatchObject([{ invited_as: inviteAs }]);
  });

  it('of a new member begins after three days in a realm that anyone may join', async () => {
    await users.changeRealm({ inviteRequired: false });
    const since = (days: number, actor = member) => ({ ...actor, joinedAtSeconds: nowSeconds() - days * 86_400 });

    await expect(invite(since(2), 'nora@example.com')).rejects.toMatchObject({
      code: 'INVITATION_FAILED',
      fields: { errors: [], sent_invitations: false },
    });
    await invite(since(4), 'nora@example.com');
    await invite(since(0, admin), 'otto@example.com');
  });

  it('ends with the account, also during the request', async () => {
    const leaver = await users.person(Role.Member);
    await users.call(deactivateUser, owner, { userId: leaver.userId });

    await expect(invite(leaver, 'nora@example.com')).rejects.toMatchObject({ code: 'USER_DEACTIVATED' });
  });

  it('does not include streams that the inviter may not read, and needs the right to subscribe others', async () => {
    await expect(invite(member, 'nora@example.com', { streamIds: [7, 9] })).rejects.toThrow(
      'Stream does not exist with id: 9. No invites were sent.',
    );
    await expect(link(admin, { streamIds: [9] })).rejects.toThrow('Invalid stream ID 9. No invites were sent.');
    await users.changeRealm({ inviteToStreamPolicy: 2 });
    await expect(invite(member, 'nora@example.com', { streamIds: [7] })).rejects.toThrow(
      'You do not have permission to subscribe other users to streams.',
    );
    await invite(member, 'nora@example.com');
    await invite(admin, 'otto@example.com', { streamIds: [7] });
    expect(await recipients()).toEqual(['nora@example.com', 'otto@example.com']);
  });
});

describe('an invitation', () => {
  const invited = async (actor: TestUser, more: Partial<NewInvitations> = {}) => {
    await invite(actor, 'nora@example.com', more);
    return (await invitesOf(owner)).at(-1)?.id ?? 0;
  };

  it('is visible to its maker and to administrators', async () => {
    const id = await invited(member);

    expect(await invitesOf(await users.person(Role.Moderator))).toEqual([]);
    for (const reader of [member, admin, owner]) expect(await invitesOf(reader)).toMatchObject([{ id }]);
  });

  it('is revoked by its maker or an administrator, once', async () => {
    const own = await invited(member);
    const others = await invited(member);
    const stranger = await users.person(Role.Member);
    await expect(users.call(revokeInvitation, stranger, { id: own })).rejects.toThrow(
      'Must be an organization administrator',
    );

    expect(await changes(() => users.call(revokeInvitation, member, { id: own }))).toEqual([InvitationsChanged.type]);
    await users.call(revokeInvitation, admin, { id: others });

    expect(await invitesOf(owner)).toEqual([]);
    await expect(users.call(revokeInvitation, admin, { id: others })).rejects.toThrow('No such invitation');
  });

  it('of an owner is changed by owners only', async () => {
    const id = await invited(owner, { inviteAs: Role.Owner });

    for (const endpoint of [revokeInvitation, resendInvitation]) {
      await expect(users.call(endpoint, admin, { id })).rejects.toThrow('Must be an organization owner');
    }
    await users.call(resendInvitation, owner, { id });
    await users.call(revokeInvitation, owner, { id });
  });

  it('is mailed again with a new key and lasts as long as at first', async () => {
    const id = await invited(member, { inviteExpiresInMinutes: 60 });
    await users.sql(`UPDATE invitations SET invited_at = now() - interval '50 minutes',
       expires_at = now() + interval '10 minutes'`);
    const [first] = await mails();
    const [before] = await users.sql<{ hash: Buffer }>('SELECT key_hash AS hash FROM invitations');
    await users.sql('DELETE FROM outgoing_mail');

    const { timestamp } = await users.call(resendInvitation, member, { id });

    const [second] = await mails();
    const [after] = await users.sql<{ hash: Buffer }>('SELECT key_hash AS hash FROM invitations');
    expect(keyIn(second?.body ?? '')).not.toBe(keyIn(first?.body ?? ''));
    expect(after?.hash.equals(before?.hash as Buffer)).toBe(false);
    expect(Math.abs(timestamp - nowSeconds())).toBeLessThan(60);
    expect(await invitesOf(member)).toMatchObject([{ id, invited: timestamp, expiry_date: timestamp + 3_600 }]);
  });

  it('of another user is mailed again by administrators only, and only with the right to invite', async () => {
    const id = await invited(member);

    await expect(users.call(resendInvitation, await users.person(Role.Member), { id })).rejects.toThrow(
      'Must be an organization administrator',
    );
    await users.call(resendInvitation, admin, { id });
    await users.changeRealm({ inviteToRealmPolicy: 2 });
    await expect(users.call(resendInvitation, member, { id })).rejects.toThrow('Insufficient permission');
  });

  it('ends with the account of its maker, as do its links', async () => {
    const leaver = await users.person(Role.Administrator);
    await invited(leaver);
    await link(leaver);

    const types = await changes(() => users.call(deactivateUser, owner, { userId: leaver.userId }));

    expect(types.filter((type) => type === InvitationsChanged.type)).toHaveLength(1);
    expect(await invitesOf(owner)).toEqual([]);
  });

  it('is not made by an account that is deactivated at the same time', async () => {
    const leavers = await Promise.all(Array.from({ length: 4 }, () => users.person(Role.Administrator)));

    await Promise.allSettled(
      leavers.flatMap((leaver, n) => [
        invite(leaver, `nora${n}@example.com`),
        users.call(deactivateUser, owner, { userId: leaver.userId }),
        link(leaver),
      ]),
    );

    expect(await invitesOf(owner)).toEqual([]);
  });

  it('is refused if the realm has too many', async () => {
    await users.sql(
      `INSERT INTO invitations (realm_id, inviter_id, role, stream_ids, key_hash, email, email_key, expires_at)
       SELECT $1, $2, 400, '{}', sha256(n::text::bytea), n::text, n::text, now() + make_interval(mins => $3 * n - 1)
       FROM generate_series(0, $4::integer - 1) AS n`,
      [REALM_ID, member.userId, 5, MAX_INVITATIONS + 1],
    );

    // One has expired, so its place is free.
    await expect(invite(member, 'nora@example.com')).rejects.toThrow(
      `Too many invitations (limit: ${MAX_INVITATIONS})`,
    );
    await users.sql(`DELETE FROM invitations WHERE email = '7'`);
    await invite(member, 'nora@example.com');
    await expect(link(admin)).rejects.toThrow(`Too many invitations (limit: ${MAX_INVITATIONS})`);
  });

  it('of another realm does not exist', async () => {
    const id = await invited(member);
    await users.sql('UPDATE invitations SET realm_id = $1', [REALM_ID + 1]);

    await expect(users.call(revokeInvitation, owner, { id })).rejects.toThrow('No such invitation');
  });
});

describe('a link', () => {
  it('is made, read again and revoked by administrators', async () => {
    await expect(link(member)).rejects.toThrow('Must be an organization administrator');
    await expect(link(admin, { inviteAs: Role.Owner })).rejects.toThrow('Must be an organization owner');

    const events = await users.eventsOf(() => link(admin, { streamIds: [7] }));
    const { invite_link } = await link(owner, { inviteAs: Role.Guest, inviteExpiresInMinutes: null });

    expect(events).toEqual([{ type: InvitationsChanged.type, payload: {} }]);
    expect(invite_link).toBe(`${TEST_REALM.url}/join/${keyIn(invite_link)}/`);
    const [, second] = await invitesOf(admin);
    expect(second).toEqual({
      id: expect.any(Number),
      link_url: invite_link,
      invited_by_user_id: owner.userId,
      invited: expect.any(Number),
      expiry_date: null,
      invited_as: Role.Guest,
      is_multiuse: true,
    });
    expect(await invitesOf(member)).toEqual([]);
    const [stored] = await users.sql<{ row: string }>('SELECT invitation_links::text AS row FROM invitation_links');
    expect(stored?.row).not.toContain(keyIn(invite_link));

    const id = second?.id ?? 0;
    await expect(users.call(revokeInvitationLink, member, { id })).rejects.toThrow(
      'Must be an organization administrator',
    );
    expect(await changes(() => users.call(revokeInvitationLink, admin, { id }))).toEqual([InvitationsChanged.type]);
    expect(await invitesOf(admin)).toHaveLength(1);
    await expect(users.call(revokeInvitationLink, admin, { id })).rejects.toThrow(
      'Invitation has already been revoked',
    );
    await expect(users.call(revokeInvitationLink, admin, { id: id + 99 })).rejects.toThrow('No such invitation');
  });

  it('of owners is revoked by owners only', async () => {
    await link(owner, { inviteAs: Role.Owner });
    const id = (await invitesOf(owner))[0]?.id ?? 0;

    await expect(users.call(revokeInvitationLink, admin, { id })).rejects.toThrow('Must be an organization owner');
    await users.call(revokeInvitationLink, owner, { id });
  });
});
