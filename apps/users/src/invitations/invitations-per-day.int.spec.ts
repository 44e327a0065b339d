import { createInvitations, listInvitations, Role, resendInvitation, revokeInvitation } from '@chat/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

let users: UsersUnderTest;
let admin: TestUser;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 2, env: { OPEN_REALM_CREATION: 'true', INVITES_PER_DAY: '4' } });
  admin = await users.person(Role.Administrator);
});
afterAll(async () => {
  await users.stop();
  delete process.env['OPEN_REALM_CREATION'];
  delete process.env['INVITES_PER_DAY'];
});
beforeEach(async () => {
  await users.sql('DELETE FROM invitation_mails');
  await users.sql('DELETE FROM outgoing_mail');
});

const options = { streamIds: [], inviteAs: Role.Member, inviteExpiresInMinutes: null };
const invite = (...emails: string[]) =>
  users.call(createInvitations, admin, { ...options, inviteeEmails: emails.join() });
const refused = {
  code: 'INVITATION_FAILED',
  fields: { daily_limit_reached: true, sent_invitations: false, errors: [] },
};
const mails = async () => (await users.sql('SELECT 1 FROM outgoing_mail')).length;

describe('where anyone may create a realm', () => {
  it('a realm mails at most INVITES_PER_DAY invitations in a day, also after revocations', async () => {
    await invite('a@example.com', 'b@example.com', 'c@example.com');
    await expect(invite('d@example.com', 'e@example.com')).rejects.toMatchObject(refused);
    expect(await mails()).toBe(3);
    const { invites } = await users.call(listInvitations, admin, {});
    await users.call(resendInvitation, admin, { id: invites[0]?.id ?? 0 });
    for (const { id } of invites) await users.call(revokeInvitation, admin, { id });

    await expect(invite('d@example.com')).rejects.toMatchObject(refused);
    await users.sql(`UPDATE invitation_mails SET sent_at = now() - interval '25 hours'`);
    await invite('d@example.com', 'e@example.com', 'f@example.com', 'g@example.com');
  });

  it('simultaneous requests together respect the limit', async () => {
    const calls = Array.from({ length: 8 }, (_, n) => invite(`h${n}@example.com`));

    const outcomes = await Promise.allSettled(calls);

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(await mails()).toBe(4);
  });
});
