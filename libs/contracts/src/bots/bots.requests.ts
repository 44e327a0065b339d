import type { Stamped } from '../domain-event.js';
import { ListOf, MapOf, Nested, Text } from '../kit/fields.js';
import { id, text } from '../kit/types/index.js';
import type { NamedId } from '../named-id.js';
import {
  ActorRequest,
  AfterCommitRequest,
  RealmRequest,
  repeatable,
  request,
  ServiceRequest,
} from '../service-request.js';
import type { Account } from '../users/account.js';
import { BotSelection, BotUpdate, type CreatedBot, NewBot, type UpdatedBot } from './bots.endpoints.js';
import type { BotConfiguration } from './bots.schema.js';

/** A bot of a realm, with sealed secrets. */
export interface BotRecord {
  readonly user: Account;
  /** Null for a bot without one. */
  readonly configuration: BotConfiguration | null;
}

/**
 * Reads the bots of the realm, deactivated ones too, for a projection. `BotChanged` updates it: a change of a field of the account that
 * concerns its owner, of the key or of the configuration.
 */
export class GetRealmBots extends repeatable(RealmRequest<Stamped<readonly BotRecord[]>>, 'users.bots.get_all') {}

/** Throws if the actor may not create any bot: before the upload of a picture. */
export class RequireBotCreation extends repeatable(ActorRequest<void>, 'users.bots.require_creation') {}

/** Creates a bot. Errors: those of `createBot`. Effect: UserCreated, BotChanged, UserGroupMembersChanged. */
export class CreateBot extends request(ActorRequest<CreatedBot>, 'users.bots.create') {
  @Nested(NewBot) bot!: NewBot;
  /** Of an image of the files service. */
  @Text({ max: 64, optional: true }) avatarToken?: string;
}

/** Throws if the actor may not change the bot: before the upload of a picture. */
export class RequireBotManager extends repeatable(ActorRequest<void>, 'users.bots.require_manager') {
  @Nested(BotSelection) bot!: BotSelection;
}

/** Changes a bot. Errors: those of `updateBot`. Effect: UserUpdated, BotChanged. */
export class UpdateBot extends request(ActorRequest<UpdatedBot>, 'users.bots.update') {
  @Nested(BotUpdate) change!: BotUpdate;
  @Text({ max: 64, optional: true }) avatarToken?: string;
}

/** The values of the configuration file of a bot. */
export interface BotFile {
  readonly email: string;
  readonly key: string;
  readonly site: string;
  /** Null except for outgoing webhook bots. */
  readonly token: string | null;
}

/** Errors: those of `getBotFile`. */
export class GetBotFile extends repeatable(ActorRequest<BotFile>, 'users.bots.get_file') {
  @Nested(BotSelection) bot!: BotSelection;
}

/** Streams of one bot. */
export const MAX_STREAMS_OF_BOT = 10;

/**
 * Sent by users: the active streams of these names that the actor sees, and that one of `viewerIds` sees. Error (BAD_REQUEST): "Invalid
 * stream name '…'".
 */
export class FindStreamsByName extends repeatable(
  ActorRequest<{ readonly streams: readonly NamedId[] }>,
  'messaging.streams.find_by_name',
) {
  @ListOf(id(), { max: MAX_STREAMS_OF_BOT }) viewerIds!: readonly number[];
  @ListOf(text({ controlCharacters: 'allowed' }), { max: MAX_STREAMS_OF_BOT }) names!: readonly string[];
}

/** Sent by users: those of the streams that are active and that one of the viewers sees, with their names of today. */
export class FindVisibleStreams extends repeatable(
  RealmRequest<{ readonly streams: readonly NamedId[] }>,
  'messaging.streams.find_visible',
) {
  @ListOf(id(), { max: MAX_STREAMS_OF_BOT }) viewerIds!: readonly number[];
  @ListOf(id(), { max: MAX_STREAMS_OF_BOT }) streamIds!: readonly number[];
}

/** Sent by messaging: streams got another name, or ended. Bots with one of them as a default follow. */
export class RefreshBotStreams extends request(AfterCommitRequest, 'users.bots.refresh_streams') {
  @ListOf(id()) streamIds!: readonly number[];
}

/**
 * Sent by users before a configuration is stored: whether the integration exists, and fits the keys and texts. Errors (BAD_REQUEST):
 * "Invalid integration '…'."; those of keys and templates.
 */
export class CheckBotConfiguration extends repeatable(RealmRequest<void>, 'integrations.bot-configuration.check') {
  /** Null: none. */
  @Text({ max: 100, nullable: true }) serviceName!: string | null;
  /** After the change. */
  @MapOf(text({ controlCharacters: 'allowed' })) configData!: Readonly<Record<string, string>>;
}

/** The integrations for incoming webhook bots. */
export class ListBotIntegrations extends repeatable(
  ServiceRequest<{ readonly integrations: readonly BotIntegration[] }>,
  'integrations.bot-configuration.list',
) {}

/** An integration, and its keys of `config_data` with names for people. */
export interface BotIntegration {
  readonly name: string;
  readonly config: Readonly<Record<string, string>>;
}
