import { eventually } from '@chat/testing';
import { expect, it } from '@jest/globals';
import { HeldTable } from '../../support/held-table.js';
import { killBoth, killedAt, mailedLink, mailsArrived, type SignInWorld } from './sign-in-world.js';

const OUTBOX = 'users.outgoing_mail';
const HELD_WITHIN_MS = 20_000;

/** Tests with replicas that die between an invitation and its mail. */
export function killedInvitations(world: () => SignInWorld): void {
  const invite = (address: string) =>
    world().organization.owner.client.call('POST', '/invites', { invitee_emails: address, stream_ids: [] });

  async function invitationsOf(address: string): Promise<number> {
    const { invites } = await world().organization.owner.client.get('/invites');
    return invites.filter(({ email }: { email: string }) => email === address).length;
  }

  /** Invites an address and resolves when its mail waits for the response of the mail server. */
  async function inviteWithHeldMail(address: string) {
    const { mails } = world();
    mails.isHolding = true;
    expect((await invite(address)).status).toBe(200);
    const isHeld = () => mails.held.find(({ to }) => to === address);
    const held = await eventually(isHeld, { withinMs: HELD_WITHIN_MS, what: `the mail to ${address}` });
    mails.isHolding = false;
    return held;
  }

  it('an invitation without its mail does not exist, and the repeated request makes one of each', async () => {
    const address = 'vera@example.com';
    const held = await HeldTable.hold(world().tested.system.databaseUrl, OUTBOX);

    const at = { service: 'users', held, statement: 'INSERT INTO outgoing_mail%' };
    const first = await killedAt(world(), at, () => invite(address));
    const afterKill = await invitationsOf(address);
    const second = await invite(address);

    expect([first === 'none' ? first : first.status, afterKill, second.status]).toEqual([503, 0, 200]);
    await mailsArrived(world());
    expect([await invitationsOf(address), world().mails.to(address).length]).toEqual([1, 1]);
  }, 120_000);

  it('a mail that the mail server has not accepted is sent once by the next replica', async () => {
    const address = 'wanda@example.com';
    const mail = await inviteWithHeldMail(address);

    await killBoth(world(), 'users');
    mail.refuse();
    await mailedLink(world(), address);
    await world().tested.system.waitReady();

    await mailsArrived(world());
    expect([await invitationsOf(address), world().mails.to(address).length]).toEqual([1, 1]);
  }, 120_000);

  it('a mail that the mail server accepted just before is repeated with the same Message-ID and link', async () => {
    const address = 'xenia@example.com';
    const mail = await inviteWithHeldMail(address);
    const held = await HeldTable.hold(world().tested.system.databaseUrl, OUTBOX);

    const at = { service: 'users', held, statement: 'DELETE FROM "%outgoing_mail"%' };
    await killedAt(world(), at, async () => mail.accept());

    await mailsArrived(world());
    const [first, repeated, ...more] = world().mails.to(address);
    expect([repeated, more]).toEqual([expect.objectContaining({ messageId: first?.messageId }), []]);
    expect(await invitationsOf(address)).toBe(1);
  }, 120_000);
}
