import type { Reader } from '../audience.js';
import { Bool, Id, Integer, ListOf, OneOf, Text } from '../kit/fields.js';
import { isAdministrator } from '../roles.js';
import { type Account, OUTGOING_WEBHOOK_BOT } from '../users/account.js';
import { type AccountReader, avatarUrl } from '../users/account-for-reader.js';

/** The format of requests to an outgoing webhook bot: 1 our own, 2 the one of Slack. */
export const BOT_INTERFACES = [1, 2] as const;
export type BotInterface = (typeof BOT_INTERFACES)[number];

/** The web address that an outgoing webhook bot answers at. */
export class OutgoingService {
  @Text() baseUrl!: string;
  @OneOf(BOT_INTERFACES, { description: '1 own format, 2 the format of Slack.' }) interface!: BotInterface;
  @Text({ description: '32 letters and digits; part of each request.' }) token!: string;
  @Text({ description: 'Signs the requests, as in Standard Webhooks.' }) signingSecret!: string;
}

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
  @ListOf(OutgoingService, { description: 'One for an outgoing webhook bot, none for other bots.' })
  services!: readonly OutgoingService[];
  @Text() email!: string;
  @Integer({ nullable: true }) botType!: number | null;
  @Bool() isActive!: boolean;
}

/** Whether the reader sees the bot and its key. */
export const seesBotKey = (reader: Pick<Reader, 'userId' | 'role'>, ownerId: number | null | undefined): boolean =>
  isAdministrator(reader.role) || reader.userId === ownerId;

/** The configuration of a bot besides its account. Its secrets are sealed, in base64. */
export class BotConfiguration {
  /** Name of an integration for an incoming webhook bot; for other bots a name for people. */
  readonly serviceName!: string | null;
  /** Of outgoing webhook bots only; empty without an address. */
  readonly baseUrl!: string | null;
  readonly interface!: BotInterface | null;
  /** Sealed like the API key. */
  readonly sealedToken!: string | null;
  /** Sealed like the API key. */
  readonly sealedSigningSecret!: string | null;
  /** JSON object of texts, sealed for BOT_CONFIGURATION_PURPOSE. */
  readonly sealedConfigData!: string | null;
}

/** The services of a bot, with secrets that `open` opens. */
export function shownServices(
  { botType }: Pick<Account, 'botType'>,
  configuration: BotConfiguration | null | undefined,
  open: (sealed: string) => string,
): readonly OutgoingService[] {
  const { baseUrl, interface: format, sealedToken, sealedSigningSecret } = configuration ?? {};
  if (botType !== OUTGOING_WEBHOOK_BOT || !sealedToken || !sealedSigningSecret) return [];
  const [token, signingSecret] = [open(sealedToken), open(sealedSigningSecret)];
  return [{ baseUrl: baseUrl ?? '', interface: format ?? 1, token, signingSecret }];
}

/** A bot as `reader` sees it. Only its owner and administrators may get the secrets, so the caller checks that first. */
export const shownBot = (
  bot: Account,
  reader: AccountReader,
  { apiKey, services }: Pick<Bot, 'apiKey' | 'services'>,
): Bot => ({
  userId: bot.userId,
  fullName: bot.fullName,
  apiKey,
  ...shownDefaults(bot),
  avatarUrl: avatarUrl(reader, bot),
  ownerId: bot.botOwnerId,
  services,
  email: bot.email,
  botType: bot.botType,
  isActive: bot.isActive,
});

/** The defaults of a bot as clients see them. */
export const shownDefaults = ({ botDefaults }: Pick<Account, 'botDefaults'>) => ({
  defaultSendingStream: botDefaults?.sendingStream?.name ?? null,
  defaultEventsRegisterStream: botDefaults?.eventsRegisterStream?.name ?? null,
  defaultAllPublicStreams: botDefaults?.allPublicStreams ?? false,
});
