import { CreateUsersAsOperator, Role } from '@chat/contracts';
import { TOTP } from 'otpauth';
import { ApiUser } from '../load/api-user.js';
import type { Organization } from '../population/organization.js';
import type { Stage } from '../system/stage.js';

/** A response must not reveal the kind of an address by anything. */
export const KINDS = ['unknown', 'account', 'no password', 'deactivated', 'invited', 'second factor'] as const;
export type Kind = (typeof KINDS)[number];

/** Addresses of each kind. */
export const ADDRESSES_OF_A_KIND = 20;
const PASSWORD = 'nine purple elephants dance';

/** Makes the addresses, all of one length. The first user of the organization is an owner. */
export async function addressesOfKinds(stage: Stage, organization: Organization): Promise<Record<Kind, string[]>> {
  const addresses = Object.fromEntries(
    KINDS.map((kind, index) => [kind, Array.from({ length: ADDRESSES_OF_A_KIND }, (_, n) => addressOf(index, n))]),
  ) as Record<Kind, string[]>;
  const owner = organization.user(0);
  const make = (kind: Kind, password?: string) => makeAccounts(stage, organization, addresses[kind], password);
  await make('account', PASSWORD);
  await make('no password');
  for (const { userId } of await make('deactivated', PASSWORD)) await owner.ask(owner.delete(`/users/${userId}`, {}));
  await owner.ask(owner.post('/invites', { invitee_emails: addresses.invited.join(), stream_ids: '[]' }));
  for (const person of await make('second factor', PASSWORD)) {
    const { secret } = await person.ask(person.post('/users/me/second_factor/totp', { password: PASSWORD }));
    const code = new TOTP({ secret }).generate();
    await person.ask(person.post('/users/me/second_factor/totp/confirm', { code }));
  }
  return addresses;
}

const addressOf = (kind: number, n: number): string => `person-${kind}-${String(n).padStart(3, '0')}@example.com`;

async function makeAccounts(
  { operator, port }: Stage,
  organization: Organization,
  addresses: readonly string[],
  password?: string,
): Promise<ApiUser[]> {
  const { realmId } = organization;
  const users = addresses.map((email) => ({ email, fullName: email.slice(0, 12), role: Role.Member }));
  const fields = { realmId, users, ...(password !== undefined && { password }) };
  const made = await operator.request(CreateUsersAsOperator, fields, { realmId, requestId: 'bench' });
  const { host } = organization.user(0);
  return made.map(({ userId, apiKey }, n) => new ApiUser(port, host, userId, addresses[n] as string, apiKey));
}
