import { array, boolean, integer, object, ref, string } from '../schema.js';
import { type EventDescription, event } from './event-description.js';

const attachment = { attachment: ref('Attachment'), upload_space_used: integer };
const neverSent = { isNeverSent: true };

/** What the reference server's clients know and nothing here causes. */
export const NEVER_SENT_EVENTS: readonly EventDescription[] = [
  event('attachment', 'add', 'A file was uploaded.', attachment, neverSent),
  event('attachment', 'update', 'A file was used in a message.', attachment, neverSent),
  event(
    'attachment',
    'remove',
    'A file was deleted.',
    { attachment: object({ id: integer }), upload_space_used: integer },
    neverSent,
  ),
  event('has_videocall_token', undefined, 'The user connected a video call account.', { value: boolean }, neverSent),
  event('hotspots', undefined, 'What a new user should be shown.', { hotspots: array(ref('Hotspot')) }, neverSent),
  event('invites_changed', undefined, 'Invitations changed.', {}, neverSent),
  event('realm_export', undefined, 'An export of the data.', { exports: array(ref('RealmExport')) }, neverSent),
  event(
    'restart',
    undefined,
    'The server was restarted.',
    {
      service_version: string,
      service_merge_base: string,
      service_feature_level: integer,
      immediate: boolean,
      server_generation: integer,
    },
    neverSent,
  ),
];
