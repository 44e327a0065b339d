import { ChangeUserAsOperator, CreateUserAsOperator, GetRealmAccounts, Role } from '@chat/contracts';
import { type Command, CommandError, EMAIL_OPTION, optionalTextOf, REALM_OPTION, textOf } from '../command.js';
import { findRealm, type Operator } from '../operator.js';

const BOT_TYPES: Readonly<Record<string, number>> = { generic: 1, 'incoming-webhook': 2, 'outgoing-webhook': 3 };
const OWNER_OPTION = { owner: { type: 'string', help: "address of the bot's owner", isRequired: true } } as const;

export const createBot: Command = {
  name: 'create-bot',
  summary: 'make a bot; shows its API key',
  options: {
    ...REALM_OPTION,
    ...EMAIL_OPTION,
    ...OWNER_OPTION,
    name: { type: 'string', help: 'full name', isRequired: true },
    type: { type: 'string', help: `${Object.keys(BOT_TYPES).join(', ')}; generic when left out` },
  },
  async run(operator, options, print) {
    const type = optionalTextOf(options, 'type') ?? 'generic';
    const botType = Object.hasOwn(BOT_TYPES, type) ? BOT_TYPES[type] : undefined;
    if (botType === undefined) throw new CommandError(`--type is one of: ${Object.keys(BOT_TYPES).join(', ')}`);
    const { realmId } = await findRealm(operator, optionalTextOf(options, 'realm'));
    const botOwnerId = await idOf(operator, realmId, textOf(options, 'owner'));
    const [email, fullName] = [textOf(options, 'email'), textOf(options, 'name')];
    const bot = { realmId, email, fullName, role: Role.Member, isBot: true, botType, botOwnerId };
    const { userId, apiKey } = await operator.request(CreateUserAsOperator, bot, realmId);
    print(`Bot ${userId} <${email}> belongs to <${textOf(options, 'owner')}>.`);
    print(`API key: ${apiKey}`);
  },
};

export const changeBotOwner: Command = {
  name: 'change-bot-owner',
  summary: 'give a bot to somebody else',
  options: { ...REALM_OPTION, ...EMAIL_OPTION, ...OWNER_OPTION },
  async run(operator, options, print) {
    const { realmId } = await findRealm(operator, optionalTextOf(options, 'realm'));
    const [email, owner] = [textOf(options, 'email'), textOf(options, 'owner')];
    const botOwnerId = await idOf(operator, realmId, owner);
    const { userId } = await operator.request(ChangeUserAsOperator, { realmId, email, botOwnerId }, realmId);
    print(`Bot ${userId} <${email}> belongs to <${owner}> now.`);
  },
};

async function idOf(operator: Operator, realmId: number, email: string): Promise<number> {
  const { users } = (await operator.request(GetRealmAccounts, { realmId }, realmId)).state;
  const found = users.find((user) => user.deliveryEmail.toLowerCase() === email.toLowerCase());
  if (found === undefined) throw new CommandError(`There is no account with the address <${email}>.`);
  return found.userId;
}
