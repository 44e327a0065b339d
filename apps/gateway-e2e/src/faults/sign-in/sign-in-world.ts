import { once } from 'node:events';
import { eventually } from '@chat/testing';
import type { HeldTable } from '../../support/held-table.js';
import type { MailServer } from '../../support/mail-server.js';
import type { Organization } from '../../support/organization.js';
import type { SystemUnderTest } from '../../support/system-under-test.js';

/** One system with a mail server, and one organization, for all tests of sign-ins with faults. */
export interface SignInWorld {
  readonly tested: SystemUnderTest;
  readonly mails: MailServer;
  readonly organization: Organization;
  /** Passwords, keys of links, codes and tokens that no log may contain. */
  readonly secrets: Set<string>;
}

const MAIL_WITHIN_MS = 30_000;

/** Resolves when both replicas have ended by SIGKILL. The supervisor starts them again. */
export async function killBoth({ tested: { system } }: SignInWorld, service: string): Promise<void> {
  const kill = async (instance: number) => {
    const ended = once(system.process(service, instance), 'ended');
    system.kill(service, instance);
    await ended;
  };
  await Promise.all([kill(0), kill(1)]);
}

/**
 * Begins a request, kills both replicas of the service when a transaction waits with the statement, and then lets the table go. Returns
 * the response, or `none` if the connection broke.
 */
export async function killedAt<Response>(
  world: SignInWorld,
  { service, held, statement }: { readonly service: string; readonly held: HeldTable; readonly statement: string },
  begin: () => Promise<Response>,
): Promise<Response | 'none'> {
  const response = begin().catch(() => 'none' as const);
  try {
    await held.reached(statement);
    await killBoth(world, service);
  } finally {
    await held.release();
  }
  const received = await response;
  await world.tested.system.waitReady();
  return received;
}

const LINK = /:\/\/[^/\s]+(\/accounts\/do_confirm\/([a-z2-7]+))/;

/** Path and key of the link in the newest mail to the address. */
export async function mailedLink({ mails, secrets }: SignInWorld, address: string) {
  const find = () => LINK.exec(mails.to(address).at(-1)?.text ?? '') ?? undefined;
  const [, path = '', key = ''] = await eventually(find, { withinMs: MAIL_WITHIN_MS, what: `a link for ${address}` });
  secrets.add(key);
  return { path, key };
}

/** Resolves when every mail that was stored before has arrived. */
export async function mailsArrived({ mails, organization }: SignInWorld): Promise<void> {
  const marker = `marker-${Date.now()}@example.com`;
  const { status } = await organization.owner.client.call('POST', '/invites', {
    invitee_emails: marker,
    stream_ids: [],
  });
  if (status !== 200) throw new Error(`The marker got ${status}.`);
  await eventually(() => mails.to(marker).length > 0, { withinMs: MAIL_WITHIN_MS, what: 'the mail of the marker' });
}
