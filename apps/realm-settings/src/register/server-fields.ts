import {
  EVENT_QUEUE_LONGPOLL_TIMEOUT_SECONDS,
  MAX_MESSAGE_LENGTH,
  MAX_STREAM_DESCRIPTION_LENGTH,
  MAX_STREAM_NAME_LENGTH,
  MAX_TOPIC_LENGTH,
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
export function serverFields(installation: Installation): Readonly<Record<string, unknown>> {
  const { server, videocallServerUrl } = installation;
  return {
    max_message_length: MAX_MESSAGE_LENGTH,
    max_topic_length: MAX_TOPIC_LENGTH,
    max_stream_name_length: MAX_STREAM_NAME_LENGTH,
    max_stream_description_length: MAX_STREAM_DESCRIPTION_LENGTH,
    max_icon_file_size_mib: server.maxIconFileSizeMib,
    max_logo_file_size_mib: server.maxLogoFileSizeMib,
    max_avatar_file_size_mib: server.maxAvatarFileSizeMib,
    max_file_upload_size_mib: server.maxFileUploadSizeMib,
    password_min_length: server.passwordMinLength,
    password_min_guesses: server.passwordMinGuesses,
    server_presence_ping_interval_seconds: PRESENCE_PING_INTERVAL_SECONDS,
    server_presence_offline_threshold_seconds: PRESENCE_OFFLINE_THRESHOLD_SECONDS,
    server_inline_image_preview: server.inlineImagePreview,
    server_inline_url_embed_preview: server.inlineUrlEmbedPreview,
    server_avatar_changes_disabled: server.avatarChangesDisabled,
    server_name_changes_disabled: server.nameChangesDisabled,
    server_web_public_streams_enabled: server.webPublicStreamsEnabled,
    server_needs_upgrade: false,
    server_generation: installation.serverGeneration,
    server_emoji_data_url: EMOJI_DATA_PATH,
    event_queue_longpoll_timeout_seconds: EVENT_QUEUE_LONGPOLL_TIMEOUT_SECONDS,
    development_environment: installation.isDevelopment,
    settings_send_digest_emails: installation.sendDigestEmails,
    videocall_server_url: videocallServerUrl,
    realm_available_video_chat_providers: {
      disabled: { id: 0, name: 'None' },
      ...(videocallServerUrl === null ? {} : { videocall_server: { id: 1, name: 'Video call server' } }),
    },
    gif_rating_options: GIF_RATINGS,
    upgrade_text_for_wide_organization_logo: 'Available on the standard plan. Upgrade to access.',
    // One plan, without limits: self-hosted.
    realm_plan_type: 1,
    service_plan_is_not_limited: true,
    realm_upload_quota_mib: null,
    realm_push_notifications_enabled: false,
    realm_is_mirror_realm: false,
  };
}
