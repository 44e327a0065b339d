import { MAX_IMAGE_LIMIT_MIB } from '../images/images.requests.js';
import { endpoint, RawResponse } from '../kit/endpoint.js';
import { Bool, Field, Id, Integer, ListOf, MapOf, OneOf, Text } from '../kit/fields.js';
import { PickType } from '../kit/mapped-classes.js';
import { anyOf, text } from '../kit/types/index.js';
import { ROLES, Role } from '../roles.js';
import { Bot } from './bots.schema.js';

/** In characters. */
const MAX_ADDRESS_LENGTH = 2_083;

/** JSON text of an address; the address alone means the same. */
const address = () => anyOf([text({ max: MAX_ADDRESS_LENGTH })], { orPlainText: true, what: 'a URL' });

/** Bots and guests manage no bots. */
const people = { minimumRole: Role.Member, bots: 'refused' } as const;

/** At most one picture, under any field name. */
const avatar = {
  maxMib: MAX_IMAGE_LIMIT_MIB,
  limitField: 'max_avatar_file_size_mib',
  several: 'You may only upload one file at a time',
};

const configData = text({ controlCharacters: 'allowed' });

/** Parameters of POST /bots. */
export class NewBot {
  @Text({ controlCharacters: 'allowed' }) fullName!: string;
  @Text({ controlCharacters: 'allowed', description: 'The address is {short_name}-bot@{realm_bot_domain}.' })
  shortName!: string;
  @Integer({ default: 1, description: '1 generic, 2 incoming webhook, 3 outgoing webhook.' }) botType!: number;
  @Field(address(), { default: '', description: 'Of an outgoing webhook bot: receives its requests.' })
  payloadUrl!: string;
  @Text({ max: 100, optional: true, description: 'Of an incoming webhook bot: the name of an integration.' })
  serviceName?: string;
  @MapOf(configData, { default: {}, description: 'At most 10,000 characters of keys and values.' })
  configData!: Readonly<Record<string, string>>;
  @Integer({ default: 1, description: '1 own format, 2 the format of Slack.' }) interfaceType!: number;
  @Text({ optional: true }) defaultSendingStream?: string;
  @Text({ optional: true }) defaultEventsRegisterStream?: string;
  @Bool({ optional: true }) defaultAllPublicStreams?: boolean;
}

class BotDefaultFields extends PickType(Bot, [
  'avatarUrl',
  'defaultSendingStream',
  'defaultEventsRegisterStream',
  'defaultAllPublicStreams',
]) {}

/** Response of POST /bots. */
export class CreatedBot extends BotDefaultFields {
  @Id() userId!: number;
  @Text() apiKey!: string;
}

/** Path parameter of the endpoints of one bot. Errors: "No such bot", also for a person; "Insufficient permission". */
export class BotSelection {
  @Id() botId!: number;
}

/** Parameters of PATCH /bots/{bot_id}. Absent fields do not change. */
export class BotUpdate extends BotSelection {
  @Text({ controlCharacters: 'allowed', optional: true }) fullName?: string;
  @OneOf(ROLES, { optional: true }) role?: Role;
  @Id({ optional: true }) botOwnerId?: number;
  @MapOf(configData, { optional: true, description: 'Replaces these keys; an empty value removes a key.' })
  configData?: Readonly<Record<string, string>>;
  @Field(address(), { optional: true }) servicePayloadUrl?: string;
  @Integer({ default: 1, description: 'Counts with service_payload_url only.' }) serviceInterface!: number;
  @Text({ optional: true, description: 'Empty: none.' }) defaultSendingStream?: string;
  @Text({ optional: true, description: 'Empty: none.' }) defaultEventsRegisterStream?: string;
  @Bool({ optional: true }) defaultAllPublicStreams?: boolean;
}

/** Response of PATCH /bots/{bot_id}. */
export class UpdatedBot extends BotDefaultFields {
  @Text() fullName!: string;
  @Integer({ description: 'Of the request.' }) serviceInterface!: number;
  @Text({ nullable: true, description: 'Of the request.' }) servicePayloadUrl!: string | null;
  @MapOf(text(), { nullable: true, description: 'Of the request, without the value of webhook_secret.' })
  configData!: Readonly<Record<string, string>> | null;
  @Text({ optional: true, description: 'Address of the owner.' }) botOwner?: string;
}

/** A bot in the response of GET /bots. */
export class OwnBot extends BotDefaultFields {
  @Text({ description: 'API email address.' }) username!: string;
  @Text() fullName!: string;
  @Text() apiKey!: string;
}

/** Response of GET /bots, ascending by age. */
export class OwnBots {
  @ListOf(OwnBot) bots!: readonly OwnBot[];
}

/** Response of POST /bots/{bot_id}/api_key/regenerate. */
export class NewBotKey {
  @Text() apiKey!: string;
}

export const listBots = endpoint('GET /bots', {
  pattern: 'users.bots.list',
  ...people,
  summary: 'List your active bots',
  response: OwnBots,
});

/**
 * Errors (BAD_REQUEST): those of full names; "Name is already in use!"; "Bad name or username"; "Username already in use". Of types:
 * "Invalid bot type"; "Embedded bots are not enabled."; "Invalid interface type"; "payload_url is not a URL". "Invalid stream name '…'",
 * also for a stream that the caller cannot see. Errors of the picture and of the integration. By `bot_creation_policy`:
 * UNAUTHORIZED_PRINCIPAL.
 */
export const createBot = endpoint('POST /bots', {
  pattern: 'gateway.bots.create',
  ...people,
  summary: 'Create a bot',
  description: 'As multipart/form-data the request may have one file, the avatar of the bot.',
  streamsFile: avatar,
  timeoutMs: 15_000,
  parameters: NewBot,
  example: { fullName: 'Build watcher', shortName: 'builds' },
  response: CreatedBot,
});

/**
 * All or nothing. Errors: those of `createBot`; "Must be an organization administrator" and "Must be an organization owner" for roles;
 * "Failed to change owner, no such user", "…, user is deactivated", "…, bots can't own other bots".
 */
export const updateBot = endpoint('PATCH /bots/{bot_id}', {
  pattern: 'gateway.bots.update',
  ...people,
  summary: 'Change a bot; its owner and administrators',
  description: 'As multipart/form-data the request may have one file, the new avatar of the bot.',
  streamsFile: avatar,
  timeoutMs: 15_000,
  parameters: BotUpdate,
  example: { fullName: 'Release watcher' },
  response: UpdatedBot,
});

/** Its messages remain. A repetition changes nothing. */
export const deactivateBot = endpoint('DELETE /bots/{bot_id}', {
  pattern: 'users.bots.deactivate',
  ...people,
  summary: 'Deactivate a bot; its owner and administrators',
  parameters: BotSelection,
});

export const regenerateBotKey = endpoint('POST /bots/{bot_id}/api_key/regenerate', {
  pattern: 'users.bots.regenerate_api_key',
  ...people,
  summary: 'Replace the API key of a bot; its owner and administrators',
  description: 'The former key is refused at once.',
  parameters: BotSelection,
  response: NewBotKey,
});

/** An INI file with the section `api`: email, key, site, and for outgoing webhook bots token. */
export const getBotFile = endpoint('GET /bots/{bot_id}/zuliprc', {
  pattern: 'gateway.bots.get_file',
  ...people,
  summary: 'Download the configuration file of a bot for client libraries; its owner and administrators',
  parameters: BotSelection,
  response: RawResponse,
});
