import {
  EVENT_QUEUE_LONGPOLL_TIMEOUT_SECONDS,
  getEmojiNames,
  MAX_MESSAGE_LENGTH,
  MAX_STREAM_DESCRIPTION_LENGTH,
  MAX_STREAM_NAME_LENGTH,
  MAX_TOPIC_LENGTH,
  PRESENCE_OFFLINE_THRESHOLD_SECONDS,
  PRESENCE_PING_INTERVAL_SECONDS,
  type ServerRegisterFields,
  THUMBNAIL_FORMATS,
} from '@chat/contracts';
import type { Installation } from '../realm/installation.js';

const GIF_RATINGS = {
  disabled: { id: 0, name: 'GIFs disabled' },
  y: { id: 1, name: 'Allow GIFs rated Y (very young audience)' },
  g: { id: 2, name: 'Allow GIFs rated G (general audience)' },
  pg: { id: 3, name: 'Allow GIFs rated PG (parental guidance)' },
  'pg-13': { id: 4, name: 'Allow GIFs rated PG-13 (parental guidance under 13)' },
  r: { id: 5, name: 'Allow GIFs rated R (restricted)' },
};

/** Fields of the fetch type `realm` that are the same for every realm of the installation. */
export function serverFields(installation: Installation): ServerRegisterFields {
  const { server, videocallServerUrl } = installation;
  return {
    maxMessageLength: MAX_MESSAGE_LENGTH,
    maxTopicLength: MAX_TOPIC_LENGTH,
    maxStreamNameLength: MAX_STREAM_NAME_LENGTH,
    maxStreamDescriptionLength: MAX_STREAM_DESCRIPTION_LENGTH,
    // The writer of the response leaves out the settings without a field.
    ...server,
    serverPresencePingIntervalSeconds: PRESENCE_PING_INTERVAL_SECONDS,
    serverPresenceOfflineThresholdSeconds: PRESENCE_OFFLINE_THRESHOLD_SECONDS,
    serverThumbnailFormats: THUMBNAIL_FORMATS,
    serverInlineImagePreview: server.inlineImagePreview,
    serverInlineUrlEmbedPreview: server.inlineUrlEmbedPreview,
    serverAvatarChangesDisabled: server.avatarChangesDisabled,
    serverNameChangesDisabled: server.nameChangesDisabled,
    serverWebPublicStreamsEnabled: server.webPublicStreamsEnabled,
    serverNeedsUpgrade: false,
    serverGeneration: installation.serverGeneration,
    serverEmojiDataUrl: getEmojiNames.path,
    eventQueueLongpollTimeoutSeconds: EVENT_QUEUE_LONGPOLL_TIMEOUT_SECONDS,
    developmentEnvironment: installation.isDevelopment,
    settingsSendDigestEmails: false,
    videocallServerUrl,
    realmAvailableVideoChatProviders: {
      disabled: { id: 0, name: 'None' },
      ...(videocallServerUrl === null ? {} : { videocall_server: { id: 1, name: 'Video call server' } }),
    },
    gifRatingOptions: GIF_RATINGS,
    upgradeTextForWideOrganizationLogo: 'Available on the standard plan. Upgrade to access.',
    // The only plan is self-hosted and has no limits.
    realmPlanType: 1,
    servicePlanIsNotLimited: true,
    realmPushNotificationsEnabled: false,
    realmIsMirrorRealm: false,
  };
}

/** Words that a search leaves out: PostgreSQL's English list, which messaging's full-text index uses. */
export const STOP_WORDS: readonly string[] = `i me my myself we our ours ourselves you your yours yourself yourselves he
  him his himself she her hers herself it its itself they them their theirs themselves what which who whom this that
  these those am is are was were be been being have has had having do does did doing a an the and but if or because as
  until while of at by for with about against between into through during before after above below to from up down in
  out on off over under again further then once here there when where why how all any both each few more most other
  some such no nor not only own same so than too very s t can will just don should now`.split(/\s+/);
