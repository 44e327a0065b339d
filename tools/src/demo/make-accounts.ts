import { randomBytes } from 'node:crypto';
import {
  ApiError,
  ChangeUserAsOperator,
  CreateRealm,
  CreateUserAsOperator,
  GetApiKeyAsOperator,
  ListRealms,
} from '@chat/contracts';
import { RedisTransportClient } from '@chat/redis-rpc';
import type { DemoUser } from './organization.js';
import { EMAIL_DOMAIN, ORGANIZATION_NAME, PEOPLE, PERSON_KEYS, type Person, type PersonKey } from './organization.js';

/** 12 letters, digits, dashes: 72 random bits. */
const PASSWORD_BYTES = 9;

type DemoAccounts = Record<PersonKey, DemoUser>;

/**
 * Creates the organization and its accounts as an operator, or takes over the accounts of an interrupted start. Returns
 * undefined if another organization exists: an existing database is left alone.
 */
export async function makeAccounts(redisUrl: string): Promise<DemoAccounts | undefined> {
  const operator = new RedisTransportClient(redisUrl, { name: 'demo' });
  await operator.connect();
  try {
    const realmId = await demoRealm(operator);
    if (realmId === undefined) return undefined;
    const accounts: Partial<DemoAccounts> = {};
    // One after the other: the owner must be first, a bot's owner before the bot.
    for (const key of PERSON_KEYS) accounts[key] = await makeAccount(operator, realmId, key, accounts);
    return accounts as DemoAccounts;
  } finally {
    await operator.close();
  }
}

async function demoRealm(operator: RedisTransportClient): Promise<number | undefined> {
  const realms = await operator.request(ListRealms, {}, context(0));
  if (realms.length > 0) return realms.find(({ name }) => name === ORGANIZATION_NAME)?.realmId;
  return (await operator.request(CreateRealm, { str: '', name: ORGANIZATION_NAME }, context(0))).realmId;
}

async function makeAccount(
  operator: RedisTransportClient,
  realmId: number,
  key: PersonKey,
  earlier: Partial<DemoAccounts>,
): Promise<DemoUser> {
  const { fullName, address, role, canCreateUsers, owner } = PEOPLE[key] as Person;
  const email = `${address}@${EMAIL_DOMAIN}`;
  const isBot = owner !== undefined;
  const botOwnerId = owner === undefined ? undefined : earlier[owner]?.user_id;
  const password = isBot ? '' : randomBytes(PASSWORD_BYTES).toString('base64url');
  const created = await createOrTakeOver(operator, {
    realmId,
    email,
    fullName,
    role,
    ...(canCreateUsers === undefined ? {} : { canCreateUsers }),
    ...(isBot ? { isBot, botOwnerId } : { password }),
  });
  return {
    user_id: created.userId,
    email,
    password,
    api_key: created.apiKey,
    role,
    full_name: fullName,
    is_bot: isBot,
    ...(botOwnerId === undefined ? {} : { bot_owner_id: botOwnerId }),
  };
}

async function createOrTakeOver(operator: RedisTransportClient, account: Omit<CreateUserAsOperator, 'replyType'>) {
  const { realmId, email, password } = account;
  try {
    return await operator.request(CreateUserAsOperator, account, context(realmId));
  } catch (error) {
    if (!(error instanceof ApiError) || !error.message.includes('already in use')) throw error;
    // A start was interrupted after it had made the account: its password was never written down.
    if (password !== undefined) {
      await operator.request(ChangeUserAsOperator, { realmId, email, password }, context(realmId));
    }
    return operator.request(GetApiKeyAsOperator, { realmId, email }, context(realmId));
  }
}

function context(realmId: number): { realmId: number; requestId: string } {
  return { realmId, requestId: `demo-${randomBytes(6).toString('hex')}` };
}
