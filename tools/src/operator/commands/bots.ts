import { ChangeUserAsOperator, CreateUserAsOperator, GetRealmAccounts, Role } from '@chat/contracts';
import { CommandError, chosen, EMAIL_OPTION, realmCommand } from '../command.js';
import type { Operator } from '../operator.js';

const BOT_TYPES: Readonly<Record<string, number>> = { generic: 1, 'incoming-webhook': 2, 'outgoing-webhook': 3 };
const OWNER_OPTION = { owner: { type: 'string', help: "address of the bot's owner", isRequired: true } } as const;

export const botCommands = [
  realmCommand({
    name: 'create-bot',
    summary: 'make a bot; shows its API key',
    options: {
      ...EMAIL_OPTION,
      ...OWNER_OPTION,
      name: { type: 'string', help: 'full name', isRequired: true },
      type: { type: 'string', help: `${Object.keys(BOT_TYPES).join(', ')}; generic when left out` },
    },
    async run({ realmId }, operator, { email, owner, name: fullName, type = 'generic' }, print) {
      const botType = chosen('type', type, BOT_TYPES);
      const botOwnerId = await idOf(operator, realmId, owner);
      const bot = { realmId, email, fullName, role: Role.Member, isBot: true, botType, botOwnerId };
      const { userId, apiKey } = await operator.request(CreateUserAsOperator, bot, realmId);
      print(`Bot ${userId} <${email}> belongs to <${owner}>.`);
      print(`API key: ${apiKey}`);
    },
  }),
  realmCommand({
    name: 'change-bot-owner',
    summary: 'give a bot to another owner',
    options: { ...EMAIL_OPTION, ...OWNER_OPTION },
    async run({ realmId }, operator, { email, owner }, print) {
      const botOwnerId = await idOf(operator, realmId, owner);
      const { userId } = await operator.request(ChangeUserAsOperator, { realmId, email, botOwnerId }, realmId);
      print(`Bot ${userId} <${email}> belongs to <${owner}> now.`);
    },
  }),
];

async function idOf(operator: Operator, realmId: number, email: string): Promise<number> {
  const { users } = (await operator.request(GetRealmAccounts, { realmId }, realmId)).state;
  const found = users.find((user) => user.deliveryEmail.toLowerCase() === email.toLowerCase());
  if (found === undefined) throw new CommandError(`There is no account with the address <${email}>.`);
  return found.userId;
}
