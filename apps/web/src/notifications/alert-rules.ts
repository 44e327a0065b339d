import type { ClientState, Message } from '@chat/chat-client';
import { isTopicMuted } from '../unread/muting.js';

/** The effects of an arriving message outside of its list. */
export interface Alert {
  readonly shows: boolean;
  readonly sounds: boolean;
}

const SILENT: Alert = { shows: false, sounds: false };
/** The value of `notification_sound` that plays none. */
export const NO_SOUND = 'none';

/** Follows the settings of the reader. The settings of a stream override those for all streams. */
export function alertFor(state: ClientState, message: Message): Alert {
  const settings = state.field('user_settings');
  if (settings === undefined || !mayAlert(state, message)) return SILENT;
  const stream = message.stream_id === undefined ? undefined : state.records('subscriptions').get(message.stream_id);
  const wildcardsNotify = stream?.wildcard_mentions_notify ?? settings.wildcard_mentions_notify;
  const isPersonal = isToReader(message) || (message.flags.includes('wildcard_mentioned') && wildcardsNotify);
  const isWanted = (ofPersonal: boolean, ofStream: boolean | null | undefined, ofStreams: boolean): boolean =>
    (isPersonal && ofPersonal) || (stream !== undefined && (ofStream ?? ofStreams));
  return {
    shows: isWanted(
      settings.enable_desktop_notifications,
      stream?.desktop_notifications,
      settings.enable_stream_desktop_notifications,
    ),
    sounds:
      settings.notification_sound !== NO_SOUND &&
      isWanted(settings.enable_sounds, stream?.audible_notifications, settings.enable_stream_audible_notifications),
  };
}

/** A mention of the reader by name is heard even in a muted topic; one of everyone is not. */
function mayAlert(state: ClientState, { sender_id: senderId, stream_id: streamId, subject, flags }: Message): boolean {
  const isMutedPerson = state.field('muted_users')?.some(({ id }) => id === senderId) === true;
  if (flags.includes('read') || senderId === state.field('user_id') || isMutedPerson) return false;
  return streamId === undefined || flags.includes('mentioned') || !isTopicMuted(state, streamId, subject);
}

const isToReader = ({ stream_id: streamId, flags }: Message): boolean =>
  streamId === undefined || flags.includes('mentioned') || flags.includes('has_alert_word');
