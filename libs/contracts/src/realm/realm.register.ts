import { ThumbnailFormat } from '../attachments/attachments.schema.js';
import { Bool, Integer, ListOf, MapOf, Num, OneOf, Text } from '../kit/fields.js';
import { PrefixedType } from '../kit/mapped-classes.js';
import { text } from '../kit/types/index.js';
import { NamedId } from '../named-id.js';
import { PublicRealm } from './realm.schema.js';

/** Register fields from the record of the realm. */
export class RealmRegisterFields extends PrefixedType(PublicRealm, 'realm_') {
  @Text() realmIconUrl!: string;
  @Text() realmLogoUrl!: string;
  @Text() realmNightLogoUrl!: string;
}

/** Register fields that are equal for all realms of an installation. */
export class ServerRegisterFields {
  @Integer() maxMessageLength!: number;
  @Integer() maxTopicLength!: number;
  @Integer() maxStreamNameLength!: number;
  @Integer() maxStreamDescriptionLength!: number;
  @Integer() maxIconFileSizeMib!: number;
  @Integer() maxLogoFileSizeMib!: number;
  @Integer() maxAvatarFileSizeMib!: number;
  @Integer() maxFileUploadSizeMib!: number;
  @Integer() passwordMinLength!: number;
  @Integer() passwordMinGuesses!: number;
  @Integer() serverPresencePingIntervalSeconds!: number;
  @Integer() serverPresenceOfflineThresholdSeconds!: number;
  @ListOf(ThumbnailFormat) serverThumbnailFormats!: readonly ThumbnailFormat[];
  @Bool() serverInlineImagePreview!: boolean;
  @Bool() serverInlineUrlEmbedPreview!: boolean;
  @Bool() serverAvatarChangesDisabled!: boolean;
  @Bool() serverNameChangesDisabled!: boolean;
  @Bool() serverWebPublicStreamsEnabled!: boolean;
  @Bool() serverNeedsUpgrade!: boolean;
  @Integer() serverGeneration!: number;
  @Text() serverEmojiDataUrl!: string;
  @Integer() eventQueueLongpollTimeoutSeconds!: number;
  @Bool() developmentEnvironment!: boolean;
  @Bool() settingsSendDigestEmails!: boolean;
  @Text({ nullable: true }) videocallServerUrl!: string | null;
  @MapOf(NamedId) realmAvailableVideoChatProviders!: Readonly<Record<string, NamedId>>;
  @MapOf(NamedId) gifRatingOptions!: Readonly<Record<string, NamedId>>;
  @Text() upgradeTextForWideOrganizationLogo!: string;
  @OneOf([1, 2, 3, 4], { description: '1 self-hosted, 2 free, 3 standard, 4 standard, sponsored.' })
  realmPlanType!: 1 | 2 | 3 | 4;
  @Bool() servicePlanIsNotLimited!: boolean;
  @Bool() realmPushNotificationsEnabled!: boolean;
  @Bool() realmIsMirrorRealm!: boolean;
  @Integer({ optional: true }) demoOrganizationScheduledDeletionDate?: number;
}

/** Register fields of the type `stop_words`: words that searches for text ignore. */
export class StopWordsRegisterFields {
  @ListOf(text()) stopWords!: readonly string[];
}

/** A hint of the introduction for new users. This server has none. */
export class Hotspot {
  @Num() delay!: number;
  @Text() name!: string;
  @Text() title!: string;
  @Text() description!: string;
}
/** Register fields of the type `hotspots`. This server sends an empty list. */
export class HotspotsRegisterFields {
  @ListOf(Hotspot) hotspots!: readonly Hotspot[];
}

/** An element of the register lists of embedded bots and of incoming webhook bots. */
export class EmbeddedBot {
  @Text() name!: string;
  @MapOf(text()) config!: Readonly<Record<string, string>>;
}
/** Register fields of the type `realm_embedded_bots`. This server sends an empty list. */
export class EmbeddedBotsRegisterFields {
  @ListOf(EmbeddedBot) realmEmbeddedBots!: readonly EmbeddedBot[];
}

/** Register fields of the type `realm_incoming_webhook_bots`: the integrations, with the keys of their `config_data`. */
export class IncomingWebhookBotsRegisterFields {
  @ListOf(EmbeddedBot) realmIncomingWebhookBots!: readonly EmbeddedBot[];
}

/** Register fields of the type `video_calls`. This server always sends false. */
export class VideoCallsRegisterFields {
  @Bool() hasVideocallToken!: boolean;
}

/** Register fields of the type `gif`. This server sends an empty key. */
export class GifRegisterFields {
  @Text() gifApiKey!: string;
}
