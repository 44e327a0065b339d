import {
  acceptsProtocolOf,
  type IdentityRefusal,
  type IdentitySignInResult,
  type Joining,
  type RealmRecord,
  type SignInWithIdentity,
  SubscribeNewUser,
} from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import type { RequestContext } from '@chat/redis-rpc';
import { AfterCommit } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { AccountSyncService, lockForSync, type PreparedSync } from '../account-sync/account-sync.service.js';
import { type AccountRow, isAddressOf } from '../accounts/account.entity.js';
import { isEmailAddress, objectionTo } from '../accounts/email-address.js';
import { findAccountByEmail } from '../accounts/find-account.js';
import { signInOrMake } from '../accounts/first-sign-in.js';
import { presentableName } from '../accounts/names.js';
import { findOwnerOf, findSubject, insertIdentity } from '../identities/identities.repository.js';
import { findLinkId, isInvited } from '../invitations/use-invitations.js';
import { createKey, hashOf, isKey } from '../mailed-links/link-key.js';
import { Realms } from '../realm/realms.js';
import { SignInCompletionService } from '../sign-in/sign-in-completion.service.js';
import { admissionOf } from '../sign-ups/admission.js';
import { NewPeopleService } from '../sign-ups/new-people.service.js';
import { insertSignUp } from '../sign-ups/sign-ups.repository.js';

/** One sign-in, before its transaction. */
interface Attempt {
  readonly realm: RealmRecord;
  readonly request: SignInWithIdentity;
  /** Undefined if the provider does not call an address verified. */
  readonly email: string | undefined;
  readonly sync: PreparedSync | undefined;
}

/** The outcome of a transaction, and the account that it made. */
interface Outcome {
  readonly result: IdentitySignInResult;
  readonly made?: { readonly userId: number; readonly joining: Joining };
}

const refused = (reason: IdentityRefusal): Outcome => ({ result: { result: 'refused', reason } });

@Injectable()
export class ProviderSignInService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly syncs: AccountSyncService,
    private readonly people: NewPeopleService,
    private readonly completion: SignInCompletionService,
    private readonly afterCommit: AfterCommit,
  ) {}

  async signIn(request: SignInWithIdentity, context: RequestContext): Promise<IdentitySignInResult> {
    const { realmId, provider } = request;
    const realm = await this.realms.getActive(realmId);
    if (!acceptsProtocolOf(realm, provider)) return refused('method_disabled').result;
    const sync = await this.syncs.prepare(realmId, provider, request.sync, request.claims);
    const email = request.emailIsVerified ? request.email?.trim() : undefined;
    const attempt = { realm, request, email, sync };
    const { result, made } = await signInOrMake(this.database, (tx) => this.signInOnce(tx, attempt));
    if (made !== undefined) await this.afterCommit.ask(SubscribeNewUser, { realmId, ...made }, context);
    return result;
  }

  private async signInOnce(tx: Transaction, attempt: Attempt): Promise<Outcome> {
    const { realm, request, email } = attempt;
    const ownerId = await findOwnerOf(tx, request);
    if (ownerId !== undefined) return this.signInAccount(tx, attempt, ownerId);
    if (email === undefined) return refused('address_not_verified');
    if (!isEmailAddress(email)) return refused('address_not_allowed');
    const found = await findAccountByEmail(tx, realm.realmId, email);
    if (found === undefined) return this.admit(tx, attempt, email);
    return isOfPerson(found, email) ? this.signInAccount(tx, attempt, found.userId) : refused('address_not_allowed');
  }

  /** Decides under the lock of the account, so that a simultaneous unlinking comes before or after. */
  private async signInAccount(tx: Transaction, attempt: Attempt, userId: number): Promise<Outcome> {
    const { realm, request, email, sync } = attempt;
    const { realmId, provider, subject } = request;
    const locked = await lockForSync(tx, realmId, userId, sync);
    const { account } = locked;
    if (!account.isActive) return { result: { result: 'deactivated', email: account.deliveryEmail } };
    const bound = await findSubject(tx, realmId, userId, provider);
    if (bound !== undefined && bound !== subject) return refused('other_identity');
    if (bound === undefined) {
      if (email === undefined || !isOfPerson(account, email)) return refused('address_not_verified');
      await insertIdentity(tx, request, userId);
    }
    return { result: await this.complete(tx, await this.syncs.apply(tx, realm, locked, sync), request) };
  }

  /** For a person without an account. */
  private async admit(tx: Transaction, attempt: Attempt, email: string): Promise<Outcome> {
    const { realm, request } = attempt;
    if (objectionTo(email, realm) !== undefined) return refused('address_not_allowed');
    const invitationLinkId = await linkIdOf(tx, request);
    if (invitationLinkId === undefined) return refused('link_not_valid');
    const applicant = { email, invitationLinkId };
    return request.autoSignup ? this.makeAccount(tx, attempt, applicant) : this.offerSignUp(tx, attempt, applicant);
  }

  private async makeAccount(tx: Transaction, { realm, request, sync }: Attempt, applicant: Applicant) {
    const { email } = applicant;
    const admission = await admissionOf(tx, realm, applicant);
    if (typeof admission === 'string') return refused(admission);
    const fullName = presentableName(request.fullName ?? '', email);
    const plan = { email, fullName, passwordHash: null, settings: {}, defaultStreamGroups: [] };
    const { account, joining } = await this.people.make(tx, realm, admission, { ...plan, identity: request, sync });
    const result = await this.complete(tx, account, request, true);
    return { result, made: { userId: account.userId, joining } };
  }

  private async offerSignUp(tx: Transaction, { realm, request }: Attempt, applicant: Applicant): Promise<Outcome> {
    const { realmId, inviteRequired } = realm;
    const { email, invitationLinkId } = applicant;
    const mayJoin = !inviteRequired || invitationLinkId !== null || (await isInvited(tx, realmId, email));
    if (!mayJoin) return refused('invitation_required');
    const key = createKey();
    const { provider, subject, sync, claims } = request;
    const fullName = request.fullName === null ? '' : presentableName(request.fullName, email);
    const fullNameIsFixed = request.fullNameIsValidated && fullName !== '';
    const provided = { provider, subject, fullName, fullNameIsFixed, sync, claims };
    await insertSignUp(tx, { ...applicant, realmId, keyHash: hashOf(key), provided });
    return { result: { result: 'registration', key } };
  }

  private complete(tx: Transaction, account: AccountRow, request: SignInWithIdentity, isNewAccount = false) {
    const { provider: authMethod, target, providerSessionId: id, sessionNotOnOrAfter: endsAtSeconds } = request;
    const providerSession = { id, endsAtSeconds };
    return this.completion.complete(tx, account, { authMethod, target, providerSession }, { isNewAccount });
  }
}

/** A person without an account, and the link for any number of people by which they came. */
interface Applicant {
  readonly email: string;
  readonly invitationLinkId: number | null;
}

const isOfPerson = (account: AccountRow, email: string): boolean => !account.isBot && isAddressOf(account, email);

/** The valid link with the key of the request; null without a key; undefined if the key is not valid. */
async function linkIdOf(tx: Transaction, { realmId, invitationKey: key }: SignInWithIdentity) {
  if (key === undefined) return null;
  return isKey(key) ? findLinkId(tx, realmId, hashOf(key)) : undefined;
}
