import { TypingChanged, type TypingChangedPayload } from '@chat/contracts';
import type { ClientEventMapping } from '../../../fan-out/client-event-mapping.js';

const onWire = ({ userId, email }: { readonly userId: number; readonly email: string }) => ({ user_id: userId, email });

/** `typing`; in streams only to clients with `stream_typing_notifications`. Source: API contract, "Events". */
export const typingChangedMapping: ClientEventMapping<TypingChangedPayload> = {
  source: TypingChanged,
  audience: ({ recipient }) =>
    recipient.kind === 'direct'
      ? { kind: 'users', userIds: recipient.participants.map(({ userId }) => userId) }
      : { kind: 'stream', streamId: recipient.stream.streamId },
  forClient: ({ op, sender, recipient }, _reader, { capabilities }) => {
    const event = { type: 'typing', op, sender: onWire(sender) };
    if (recipient.kind === 'direct') {
      return [{ ...event, message_type: 'private', recipients: recipient.participants.map(onWire) }];
    }
    if (!capabilities.streamTypingNotifications) return [];
    return [{ ...event, message_type: 'stream', stream_id: recipient.stream.streamId, topic: recipient.topic }];
  },
};
