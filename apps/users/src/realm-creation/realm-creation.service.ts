import { randomUUID } from 'node:crypto';
import { setting } from '@chat/configuration';
import {
  badRequest,
  type CheckRealmCreation,
  type CreatedAccount,
  CreateRealm,
  FindSubdomain,
  type FoundedRealm,
  type FoundRealm,
  type GetSignUpForm,
  REALM_CREATION_ERRORS,
  type RealmRecord,
  type RequestRealm,
  Role,
  type SignUpForm,
  type SubdomainUse,
  TERMS_NOT_ACCEPTED,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { RedisTransportClient, type RequestContext } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { AccountMaker, requireTimeToCreate } from '../account-changes/account-maker.js';
import { isEmailAddress } from '../accounts/email-address.js';
import { checkFullName, nameKey } from '../accounts/names.js';
import { type Mail, Mailer } from '../mail/mailer.js';
import { createKey, hashOf, isKey } from '../mailed-links/link-key.js';
import {
  countMail,
  LINK_LIFETIME_HOURS,
  linkNotValid,
  networkAddressScope,
  personScopes,
} from '../mailed-links/mailed-links.js';
import { strongHash } from '../passwords/passwords.js';
import { Realms } from '../realm/realms.js';
import { SignInCompletionService } from '../sign-in/sign-in-completion.service.js';
import { TryLimits } from '../try-limits/try-limits.js';
import type { RealmRequestEntity } from './realm-creation.entity.js';
import {
  findRealmRequest,
  hasCreationLink,
  insertCreationLink,
  insertRealmRequest,
  keepRealmRequest,
  useCreationLink,
  useRealmRequest,
} from './realm-creation.repository.js';
import { checkedRealm } from './requested-realm.js';

/** New organizations by people: a mail that proves access to the mailbox, then the realm, then its owner. */
@Injectable()
export class RealmCreationService {
  private readonly isOpen = setting('OPEN_REALM_CREATION');

  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly mailer: Mailer,
    private readonly limits: TryLimits,
    private readonly maker: AccountMaker,
    private readonly signIns: SignInCompletionService,
    private readonly client: RedisTransportClient,
  ) {}

  async createLink(realmId: number): Promise<{ url: string }> {
    const { url } = await this.realms.get(realmId);
    const key = createKey();
    await this.database.transaction((tx) => insertCreationLink(tx, hashOf(key)));
    return { url: `${url}/new/${key}` };
  }

  async check({ realmId, key }: Pick<CheckRealmCreation, 'realmId' | 'key'>): Promise<Record<string, never>> {
    await this.realms.getActive(realmId);
    if (key === undefined && !this.isOpen) throw badRequest(REALM_CREATION_ERRORS.closed);
    if (key !== undefined && !(isKey(key) && (await hasCreationLink(this.database, hashOf(key))))) throw linkNotValid();
    return {};
  }

  async request(request: RequestRealm, context: RequestContext): Promise<Record<string, never>> {
    await this.check(request);
    const { realmId, key: operatorKey, clientAddress } = request;
    const email = request.email.trim();
    if (!isEmailAddress(email)) throw badRequest('Enter a valid email address.');
    const { realmName, realmType, realmSubdomain } = request;
    const requested = checkedRealm({ name: realmName, orgType: realmType, subdomain: realmSubdomain });
    if ((await this.find(requested.subdomain, context)).isTaken) throw badRequest(REALM_CREATION_ERRORS.takenSubdomain);
    await countMail(this.limits, [networkAddressScope(clientAddress), ...personScopes(`new-realm:${nameKey(email)}`)]);
    const realm = await this.realms.get(realmId);
    const key = createKey();
    await this.database.transaction(async (tx) => {
      if (operatorKey !== undefined && !(await useCreationLink(tx, hashOf(operatorKey)))) throw linkNotValid();
      await insertRealmRequest(tx, { keyHash: hashOf(key), realmId, email, ...requested, creationId: randomUUID() });
      await this.mailer.write(tx, realm, creationMail(realm, email, requested.name, key));
    });
    this.mailer.hurry();
    return {};
  }

  /** The form of a mailed key; undefined if the key is not valid. */
  async form({ realmId, key }: GetSignUpForm, context: RequestContext): Promise<SignUpForm | undefined> {
    await this.realms.getActive(realmId);
    const request = await this.requestOf(realmId, key);
    if (request === undefined) return undefined;
    const { name, email, subdomain } = request;
    // A new realm accepts passwords.
    return { email, needsPassword: true, newRealm: { name, url: (await this.find(subdomain, context)).url } };
  }

  async found(request: FoundRealm, context: RequestContext): Promise<FoundedRealm> {
    const { realmId, key, settings = {} } = request;
    const { server } = await this.realms.getActive(realmId);
    // Only the holder of a link may cause the cost of a hash.
    const realmRequest = await this.requestOf(realmId, key);
    if (realmRequest === undefined) throw linkNotValid();
    const fullName = checkFullName(request.fullName);
    if (server.termsOfServiceUrl && request.acceptsTerms !== true) throw badRequest(TERMS_NOT_ACCEPTED);
    const passwordHash = await strongHash(request.password, server);
    requireTimeToCreate(this.client, context);
    // If this replica dies after it, the link remains valid, also beyond its day, and the next use finds this realm by its id.
    await this.database.transaction((tx) => keepRealmRequest(tx, realmRequest.keyHash));
    const { email, name, orgType, subdomain: str, creationId } = realmRequest;
    const realm = await this.client.request(CreateRealm, { str, name, orgType, creationId }, outside(context));
    const loginToken = await this.database.transaction(async (tx) => {
      if (!(await useRealmRequest(tx, realmRequest.keyHash))) throw linkNotValid();
      const plan = { email, fullName, role: Role.Owner, passwordHash, canCreateUsers: true, settings: { ...settings } };
      const [owner] = (await this.maker.makeIn(tx, realm, [plan])) as [CreatedAccount];
      const account = { realmId: realm.realmId, userId: owner.userId };
      return this.signIns.continueElsewhere(tx, account, { authMethod: 'registration' });
    });
    return { loginToken, url: realm.url };
  }

  private async requestOf(realmId: number, key: string): Promise<RealmRequestEntity | undefined> {
    if (!isKey(key)) return undefined;
    return (await findRealmRequest(this.database, realmId, hashOf(key))) ?? undefined;
  }

  private find(str: string, context: RequestContext): Promise<SubdomainUse> {
    return this.client.request(FindSubdomain, { str }, outside(context));
  }
}

/** Requests about the installation belong to no realm. */
const outside = (context: RequestContext): RequestContext => ({ ...context, realmId: 0, asOf: undefined });

const creationMail = (realm: RealmRecord, to: string, name: string, key: string): Mail => ({
  to,
  subject: 'Create your organization',
  body:
    `Hello,\n\nyou asked for a new organization with the name ${name} at ${realm.url}. To create it, follow this link:\n\n` +
    `${realm.url}/accounts/do_confirm/${key}\n\n` +
    `It works once and for ${LINK_LIFETIME_HOURS} hours. If you did not ask for this, do nothing.\n`,
});
