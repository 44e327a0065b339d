import {
  EVENT_QUEUE_LONGPOLL_TIMEOUT_SECONDS,
  MAX_MESSAGE_LENGTH,
  MAX_STREAM_DESCRIPTION_LENGTH,
  MAX_STREAM_NAME_LENGTH,
  MAX_TOPIC_LENGTH,
  type ServerRegisterFields,
} from '@chat/contracts';
import type { Installation } from '../installation/installation.js';

/** Where the gateway serves the names of all emoji: `{"code_to_names": {...}}`. */
const EMOJI_DATA_PATH = '/static/emoji/emoji_api.json';
/** Where the gateway serves the picture that stands for a realm without a logo of its own. */
export const DEFAULT_LOGO_PATH = '/static/images/logo.svg';
export const DEFAULT_NIGHT_LOGO_PATH = '/static/images/logo-night.svg';

const PRESENCE_PING_INTERVAL_SECONDS = 60;
const PRESENCE_OFFLINE_THRESHOLD_SECONDS = 200;

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
    maxIconFileSizeMib: server.maxIconFileSizeMib,
    maxLogoFileSizeMib: server.maxLogoFileSizeMib,
    maxAvatarFileSizeMib: server.maxAvatarFileSizeMib,
    maxFileUploadSizeMib: server.maxFileUploadSizeMib,
    passwordMinLength: server.passwordMinLength,
    passwordMinGuesses: server.passwordMinGuesses,
    serverPresencePingIntervalSeconds: PRESENCE_PING_INTERVAL_SECONDS,
    serverPresenceOfflineThresholdSeconds: PRESENCE_OFFLINE_THRESHOLD_SECONDS,
    serverInlineImagePreview: server.inlineImagePreview,
    serverInlineUrlEmbedPreview: server.inlineUrlEmbedPreview,
    serverAvatarChangesDisabled: server.avatarChangesDisabled,
    serverNameChangesDisabled: server.nameChangesDisabled,
    serverWebPublicStreamsEnabled: server.webPublicStreamsEnabled,
    serverNeedsUpgrade: false,
    serverGeneration: installation.serverGeneration,
    serverEmojiDataUrl: EMOJI_DATA_PATH,
    eventQueueLongpollTimeoutSeconds: EVENT_QUEUE_LONGPOLL_TIMEOUT_SECONDS,
    developmentEnvironment: installation.isDevelopment,
    settingsSendDigestEmails: installation.sendDigestEmails,
    videocallServerUrl: videocallServerUrl,
    realmAvailableVideoChatProviders: {
      disabled: { id: 0, name: 'None' },
      ...(videocallServerUrl === null ? {} : { videocall_server: { id: 1, name: 'Video call server' } }),
    },
    gifRatingOptions: GIF_RATINGS,
    upgradeTextForWideOrganizationLogo: 'Available on the standard plan. Upgrade to access.',
    // One plan, without limits: self-hosted.
    realmPlanType: 1,
    servicePlanIsNotLimited: true,
    realmUploadQuotaMib: null,
    realmPushNotificationsEnabled: false,
    realmIsMirrorRealm: false,
  };
}
