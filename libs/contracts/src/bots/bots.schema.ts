import type { Reader } from '../audience.js';
import { Bool, Id, Integer, ListOf, Text } from '../kit/fields.js';
import { mapOf, text } from '../kit/types/index.js';
import { isAdministrator } from '../roles.js';
import type { Account } from '../users/account.js';
import { type AccountReader, avatarUrl } from '../users/account-for-reader.js';

/** A bot as its owner and administrators see it. */
export class Bot {
  @Id() userId!: number;
  @Text() fullName!: string;
  @Text() apiKey!: string;
  @Text({ nullable: true }) defaultSendingStream!: string | null;
  @Text({ nullable: true }) defaultEventsRegisterStream!: string | null;
  @Bool() defaultAllPublicStreams!: boolean;
  @Text() avatarUrl!: string;
  @Id({ nullable: true }) ownerId!: number | null;
  @ListOf(mapOf(text())) services!: readonly Readonly<Record<string, string>>[];
  @Text() email!: string;
  @Integer({ nullable: true }) botType!: number | null;
  @Bool() isActive!: boolean;
}

/** Whether the reader sees the bot and its key. */
export const seesBotKey = (reader: Pick<Reader, 'userId' | 'role'>, ownerId: number | null | undefined): boolean =>
  isAdministrator(reader.role) || reader.userId === ownerId;

/** A bot as `reader` sees it. Only its owner and administrators may get the API key, so the caller checks that first. */
export const shownBot = (bot: Account, reader: AccountReader, apiKey: string): Bot => ({
  userId: bot.userId,
  fullName: bot.fullName,
  apiKey,
  // This server has no default streams and no services of bots.
  defaultSendingStream: null,
  defaultEventsRegisterStream: null,
  defaultAllPublicStreams: false,
  avatarUrl: avatarUrl(reader, bot),
  ownerId: bot.botOwnerId,
  services: [],
  email: bot.email,
  botType: bot.botType,
  isActive: bot.isActive,
});
