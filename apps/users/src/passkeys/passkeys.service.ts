import {
  type AddedPasskey,
  badRequest,
  MAX_PASSKEYS_PER_USER,
  type NewPasskey,
  type Passkey,
  type PasskeyOptions,
  PasskeysChanged,
  type Principal,
  type RealmRecord,
  type RelyingParty,
  relyingPartyOf,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { lockActiveAccount } from '../accounts/find-account.js';
import { Realms } from '../realm/realms.js';
import { RecentSignInService } from '../recent-sign-in/recent-sign-in.service.js';
import { CHALLENGE_MINUTES, PasskeyChallenges } from './passkey-challenges.js';
import type { PasskeyEntity } from './passkeys.entity.js';
import { deletePasskeyOf, insertPasskey, listPasskeysOf } from './passkeys.repository.js';

type Owner = Pick<Principal, 'realmId' | 'userId'>;

const tooManyPasskeys = () => badRequest('You have too many passkeys');
const purposeOf = ({ realmId, userId }: Owner): string => `add:${realmId}:${userId}`;

/** Throws if browsers make no passkeys for the realm. */
export function requireRelyingParty(realm: Pick<RealmRecord, 'url'>): RelyingParty {
  const party = relyingPartyOf(realm);
  if (party === undefined) throw badRequest('Passkeys need HTTPS and a host name');
  return party;
}

@Injectable()
export class PasskeysService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly recentSignIn: RecentSignInService,
    private readonly challenges: PasskeyChallenges,
  ) {}

  async list({ realmId, userId }: Owner): Promise<Passkey[]> {
    return (await listPasskeysOf(this.database, realmId, userId)).map(shown);
  }

  async begin(actor: Principal, password: string | undefined): Promise<PasskeyOptions> {
    await this.recentSignIn.require(actor, password);
    const { realmId, userId, email, fullName } = actor;
    const realm = await this.realms.get(realmId);
    const party = requireRelyingParty(realm);
    const known = await listPasskeysOf(this.database, realmId, userId);
    if (known.length >= MAX_PASSKEYS_PER_USER) throw tooManyPasskeys();
    const { ALGORITHMS, generateRegistrationOptions } = await import('./passkey-responses.js');
    const options = await generateRegistrationOptions({
      ...{
        rpName: realm.name,
        rpID: party.id,
        userID: userHandleOf(actor),
        userName: email,
        userDisplayName: fullName,
      },
      ...{ attestationType: 'none', supportedAlgorithmIDs: ALGORITHMS, timeout: CHALLENGE_MINUTES * 60_000 },
      excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId.toString('base64url') })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await this.challenges.keep(options.challenge, purposeOf(actor));
    return { options: { ...options } };
  }

  async add(actor: Principal, { name, response: fields }: NewPasskey): Promise<AddedPasskey> {
    const { realmId, userId } = actor;
    const party = requireRelyingParty(await this.realms.get(realmId));
    const { invalidResponse, readRegistration, verifiedRegistration } = await import('./passkey-responses.js');
    const read = readRegistration(fields);
    if (!(await this.challenges.use(read.challenge, purposeOf(actor)))) throw invalidResponse('the challenge is over');
    const passkey = await verifiedRegistration(read, party);
    return this.database.transaction(async (tx) => {
      // The lock makes simultaneous requests respect the limit, and a deactivation comes before or after.
      await lockActiveAccount(tx, realmId, userId);
      if ((await listPasskeysOf(tx, realmId, userId)).length >= MAX_PASSKEYS_PER_USER) throw tooManyPasskeys();
      const passkeyId = await insertPasskey(tx, { realmId, userId, name, ...passkey });
      if (passkeyId === undefined) throw invalidResponse('the passkey is known already');
      tx.record(realmId, PasskeysChanged.of({ userId }));
      return { passkeyId };
    });
  }

  async delete(actor: Principal, passkeyId: number, password: string | undefined): Promise<void> {
    await this.recentSignIn.require(actor, password);
    const { realmId, userId } = actor;
    await this.database.transaction(async (tx) => {
      if (!(await deletePasskeyOf(tx, userId, passkeyId))) throw badRequest('No such passkey');
      tx.record(realmId, PasskeysChanged.of({ userId }));
    });
  }
}

/** The name of an account on devices: without personal data. */
export const userHandleOf = ({ realmId, userId }: Owner): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${realmId}:${userId}`);

function shown({ passkeyId, name, createdAt, lastUsedAt }: PasskeyEntity): Passkey {
  const seconds = (time: Date) => Math.floor(time.getTime() / 1_000);
  return { passkeyId, name, createdAt: seconds(createdAt), lastUsedAt: lastUsedAt && seconds(lastUsedAt) };
}
