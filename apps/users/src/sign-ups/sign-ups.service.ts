import {
  badRequest,
  type CompleteSignUp,
  type CreatedAccount,
  type GetSignUpForm,
  type RealmRecord,
  type RequestSignUp,
  Role,
  realmDeactivated,
  type SignInResult,
  type SignUpForm,
  SubscribeNewUser,
  serviceUnavailable,
  TERMS_NOT_ACCEPTED,
} from '@chat/contracts';
import { Database, sqlState, type Transaction, UNIQUE_VIOLATION } from '@chat/persistence';
import { RedisTransportClient, type RequestContext } from '@chat/redis-rpc';
import { AfterCommit } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { AccountMaker } from '../account-changes/account-maker.js';
import { isEmailAddress, requireAddressAllowed } from '../accounts/email-address.js';
import { findAccountByEmail } from '../accounts/find-account.js';
import { checkFullName, nameKey } from '../accounts/names.js';
import type { Admission } from '../invitations/invitations.repository.js';
import { findLinkId, isInvited, useInvitation, useLink } from '../invitations/use-invitations.js';
import { Mailer } from '../mail/mailer.js';
import { createKey, hashOf, isKey } from '../mailed-links/link-key.js';
import { countMail, linkNotValid, networkAddressScope, personScopes } from '../mailed-links/mailed-links.js';
import { hashPassword, isStrongEnough } from '../passwords/passwords.js';
import { Realms } from '../realm/realms.js';
import { SignInCompletionService } from '../sign-in/sign-in-completion.service.js';
import { TryLimits } from '../try-limits/try-limits.js';
import { type SignUpOutcome, signUpMail } from './sign-up-mails.js';
import { endSignUpsOf, findAddressOf, insertSignUp, takeSignUp } from './sign-ups.repository.js';

/** Time that the transaction and the reply take on a busy machine. An account is not begun with less of it left. */
const TIME_TO_CREATE_MS = 1_000;

const hasAccount = () => badRequest('Already has an account.');

/** Sign-ups: a mail that proves access to the mailbox, then the account under the current rules of the realm. */
@Injectable()
export class SignUpsService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly mailer: Mailer,
    private readonly limits: TryLimits,
    private readonly maker: AccountMaker,
    private readonly signIns: SignInCompletionService,
    private readonly afterCommit: AfterCommit,
    private readonly client: RedisTransportClient,
  ) {}

  async checkInvitationLink(realmId: number, key: string): Promise<Record<string, never>> {
    await this.openRealm(realmId);
    await this.linkIdOf(realmId, key);
    return {};
  }

  async request({
    realmId,
    email: given,
    invitationKey,
    clientAddress,
  }: RequestSignUp): Promise<Record<string, never>> {
    const realm = await this.openRealm(realmId);
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
      await insertSignUp(tx, { keyHash: hashOf(key), realmId, email, invitationLinkId: linkId });
      await this.mailer.write(tx, realm, signUpMail(realm, email, outcome, key));
    });
    this.mailer.hurry();
    return {};
  }

  async form({ realmId, key }: GetSignUpForm): Promise<SignUpForm> {
    const realm = await this.openRealm(realmId);
    return { email: await this.addressOf(realmId, key), needsPassword: realm.emailAuthEnabled };
  }

  async complete(request: CompleteSignUp, context: RequestContext): Promise<SignInResult> {
    const { realmId, key } = request;
    const realm = await this.openRealm(realmId);
    // Only the holder of a link may cause the cost of a hash.
    const email = await this.addressOf(realmId, key);
    requireAddressAllowed(email, realm);
    if (await findAccountByEmail(this.database, realmId, email)) throw hasAccount();
    const fullName = checkFullName(request.fullName);
    if (realm.server.termsOfServiceUrl && request.acceptsTerms !== true) throw badRequest(TERMS_NOT_ACCEPTED);
    const passwordHash = realm.emailAuthEnabled ? await strongHash(request.password, realm) : null;
    // After its deadline the client repeats the request, and the used link would refuse the repetition.
    if (this.isLate(context)) throw serviceUnavailable('users', 'not_started');
    const { userId, joining, result } = await this.database
      .transaction(async (tx) => {
        const admission = await admit(tx, realm, hashOf(key));
        const { inviterId, streamIds, role } = admission ?? { inviterId: null, streamIds: [], role: Role.Member };
        const { settings = {}, defaultStreamGroups = [] } = request;
        const how = { inviterId, streamIds, defaultStreamGroups };
        await endSignUpsOf(tx, realmId, email);
        const plan = { email, fullName, role, passwordHash, settings: { ...settings }, joining: how };
        const [created] = (await this.maker.makeIn(tx, realm, [plan])) as [CreatedAccount];
        const { userId } = created;
        const account = { realmId, userId, deliveryEmail: email };
        const signIn = { authMethod: 'registration', target: request.target };
        return { userId, joining: how, result: await this.signIns.complete(tx, account, signIn) };
      })
      .catch((error: unknown) => {
        throw sqlState(error) === UNIQUE_VIOLATION ? hasAccount() : error;
      });
    await this.afterCommit.ask(SubscribeNewUser, { realmId, userId, joining }, context);
    return result;
  }

  private async openRealm(realmId: number): Promise<RealmRecord> {
    const realm = await this.realms.get(realmId);
    if (realm.isDeactivated) throw realmDeactivated();
    return realm;
  }

  private async linkIdOf(realmId: number, key: string): Promise<number> {
    const linkId = isKey(key) ? await findLinkId(this.database, realmId, hashOf(key)) : undefined;
    if (linkId === undefined) throw linkNotValid();
    return linkId;
  }

  private async addressOf(realmId: number, key: string): Promise<string> {
    const email = isKey(key) ? await findAddressOf(this.database, realmId, hashOf(key)) : undefined;
    if (email === undefined) throw linkNotValid();
    return email;
  }

  private isLate({ deadlineMs = Number.POSITIVE_INFINITY }: RequestContext): boolean {
    return this.client.clock.nowMs() > deadlineMs - TIME_TO_CREATE_MS;
  }
}

async function strongHash(password: string, realm: RealmRecord): Promise<string> {
  if (!isStrongEnough(password, realm.server)) throw badRequest('The password is too weak.');
  return hashPassword(password);
}

/**
 * Uses the mailed key and the invitations of its address. Returns the admission by a link or else by an invitation; undefined if there is
 * none and the realm needs none.
 */
async function admit(tx: Transaction, realm: RealmRecord, keyHash: Buffer): Promise<Admission | undefined> {
  const { realmId, inviteRequired } = realm;
  const signUp = await takeSignUp(tx, realmId, keyHash);
  if (signUp === undefined) {
    const invitation = await useInvitation(tx, realmId, { keyHash });
    if (invitation === undefined) throw linkNotValid();
    return invitation;
  }
  const { email, invitationLinkId } = signUp;
  const link = invitationLinkId === null ? undefined : await useLink(tx, realmId, invitationLinkId);
  if (invitationLinkId !== null && link === undefined) throw linkNotValid();
  // Invitations of the address end also if the person came by a link.
  const invitation = await useInvitation(tx, realmId, { email });
  const admission = link ?? invitation;
  if (admission === undefined && inviteRequired) throw badRequest('You need an invitation.');
  return admission;
}
