import {
  acceptsProtocolOf,
  badRequest,
  type CompleteSignUp,
  type GetSignUpForm,
  type RealmRecord,
  type RequestSignUp,
  type SignInResult,
  type SignUpForm,
  SubscribeNewUser,
  TERMS_NOT_ACCEPTED,
} from '@chat/contracts';
import { Database, sqlState, type Transaction, UNIQUE_VIOLATION } from '@chat/persistence';
import { RedisTransportClient, type RequestContext } from '@chat/redis-rpc';
import { AfterCommit } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { requireTimeToCreate } from '../account-changes/account-maker.js';
import { AccountSyncService } from '../account-sync/account-sync.service.js';
import { isEmailAddress, requireAddressAllowed } from '../accounts/email-address.js';
import { findAccountByEmail } from '../accounts/find-account.js';
import { checkFullName, nameKey } from '../accounts/names.js';
import type { Admission } from '../invitations/invitations.repository.js';
import { findLinkId, isInvited, useInvitation } from '../invitations/use-invitations.js';
import { Mailer } from '../mail/mailer.js';
import { createKey, hashOf, isKey } from '../mailed-links/link-key.js';
import { countMail, linkNotValid, networkAddressScope, personScopes } from '../mailed-links/mailed-links.js';
import { strongHash } from '../passwords/passwords.js';
import { Realms } from '../realm/realms.js';
import { SignInCompletionService } from '../sign-in/sign-in-completion.service.js';
import { TryLimits } from '../try-limits/try-limits.js';
import { admissionOf } from './admission.js';
import { NewPeopleService } from './new-people.service.js';
import { type SignUpOutcome, signUpMail } from './sign-up-mails.js';
import { type FoundLink, findMailedKey, insertSignUp, takeSignUp } from './sign-ups.repository.js';

const hasAccount = () => badRequest('Already has an account.');

/** Sign-ups: a mail that proves access to the mailbox, then the account under the current rules of the realm. */
@Injectable()
export class SignUpsService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly mailer: Mailer,
    private readonly limits: TryLimits,
    private readonly people: NewPeopleService,
    private readonly syncs: AccountSyncService,
    private readonly signIns: SignInCompletionService,
    private readonly afterCommit: AfterCommit,
    private readonly client: RedisTransportClient,
  ) {}

  async checkInvitationLink(realmId: number, key: string): Promise<Record<string, never>> {
    await this.realms.getActive(realmId);
    await this.linkIdOf(realmId, key);
    return {};
  }

  async request({
    realmId,
    email: given,
    invitationKey,
    clientAddress,
  }: RequestSignUp): Promise<Record<string, never>> {
    const realm = await this.realms.getActive(realmId);
    const email = given.trim();
    if (!isEmailAddress(email)) throw badRequest('Enter a valid email address.');
    requireAddressAllowed(email, realm);
    const linkId = invitationKey === undefined ? null : await this.linkIdOf(realmId, invitationKey);
    // Counts every mailbox, so the limit does not reveal accounts.
    const mailbox = `sign-up:${realmId}:${nameKey(email)}`;
    await countMail(this.limits, [networkAddressScope(clientAddress), ...personScopes(mailbox)]);
    const key = createKey();
    await this.database.transaction(async (tx) => {
      const account = await findAccountByEmail(tx, realmId, email);
      const mayJoin = (await isInvited(tx, realmId, email)) || linkId !== null || !realm.inviteRequired;
      const outcome: SignUpOutcome = account ? 'has an account' : mayJoin ? 'link' : 'needs an invitation';
      // Every outcome costs the same statements, so the time does not reveal it. No mail has the key of a needless row.
      await insertSignUp(tx, { keyHash: hashOf(key), realmId, email, invitationLinkId: linkId, provided: null });
      await this.mailer.write(tx, realm, signUpMail(realm, email, outcome, key));
    });
    this.mailer.hurry();
    return {};
  }

  async form({ realmId, key }: GetSignUpForm): Promise<SignUpForm> {
    const realm = await this.realms.getActive(realmId);
    const { email, provided } = await this.linkOf(realm, key);
    const needsPassword = realm.emailAuthEnabled && provided === null;
    if (provided === null) return { email, needsPassword };
    return { email, needsPassword, fullName: provided.fullName, fullNameIsFixed: provided.fullNameIsFixed };
  }

  async complete(request: CompleteSignUp, context: RequestContext): Promise<SignInResult> {
    const { realmId, key, target, settings = {}, defaultStreamGroups = [] } = request;
    const realm = await this.realms.getActive(realmId);
    // Only the holder of a link may cause the cost of a hash.
    const { email, provided } = await this.linkOf(realm, key);
    requireAddressAllowed(email, realm);
    if (await findAccountByEmail(this.database, realmId, email)) throw hasAccount();
    const fullName = provided?.fullNameIsFixed ? provided.fullName : checkFullName(request.fullName);
    if (realm.server.termsOfServiceUrl && request.acceptsTerms !== true) throw badRequest(TERMS_NOT_ACCEPTED);
    const needsPassword = realm.emailAuthEnabled && provided === null;
    const passwordHash = needsPassword ? await strongHash(request.password, realm.server) : null;
    const sync = provided
      ? await this.syncs.prepare(realmId, provided.provider, provided.sync, provided.claims)
      : undefined;
    requireTimeToCreate(this.client, context);
    const identity = provided ? { ...provided, realmId } : undefined;
    const person = { email, fullName, passwordHash, settings: { ...settings }, defaultStreamGroups, identity, sync };
    const { userId, joining, result } = await this.database
      .transaction(async (tx) => {
        const admission = await admit(tx, realm, hashOf(key));
        const { account, joining } = await this.people.make(tx, realm, admission, person);
        const signIn = { authMethod: provided?.provider ?? 'registration', target };
        return {
          userId: account.userId,
          joining,
          result: await this.signIns.complete(tx, account, signIn, { isNewAccount: true }),
        };
      })
      .catch((error: unknown) => {
        throw sqlState(error) === UNIQUE_VIOLATION ? hasAccount() : error;
      });
    await this.afterCommit.ask(SubscribeNewUser, { realmId, userId, joining }, context);
    return result;
  }

  private async linkIdOf(realmId: number, key: string): Promise<number> {
    const linkId = isKey(key) ? await findLinkId(this.database, realmId, hashOf(key)) : undefined;
    if (linkId === undefined) throw linkNotValid();
    return linkId;
  }

  /** Also refuses the link of a provider that the realm no longer accepts. */
  private async linkOf(realm: RealmRecord, key: string): Promise<FoundLink> {
    const link = isKey(key) ? await findMailedKey(this.database, realm.realmId, hashOf(key)) : undefined;
    if (link === undefined || (link.provided && !acceptsProtocolOf(realm, link.provided.provider)))
      throw linkNotValid();
    return link;
  }
}

/** Uses the mailed key and the invitations of its address. Null: the realm needs no invitation. */
async function admit(tx: Transaction, realm: RealmRecord, keyHash: Buffer): Promise<Admission | null> {
  const signUp = await takeSignUp(tx, realm.realmId, keyHash);
  const admission = signUp
    ? await admissionOf(tx, realm, signUp)
    : ((await useInvitation(tx, realm.realmId, { keyHash })) ?? 'link_not_valid');
  if (admission === 'link_not_valid') throw linkNotValid();
  if (admission === 'invitation_required') throw badRequest('You need an invitation.');
  return admission;
}
