import { domainEvent } from '../domain-event.js';
import { ClientEventOf, clientEvent } from '../kit/client-event.js';
import { Constant, Id, ListOf, Nested, Text } from '../kit/fields.js';
import type { Stream } from '../streams/streams.schema.js';
import type { TypingOperation } from './typing.endpoints.js';

/** The sender or a recipient in an event `typing`. `email` is the API email address. */
export class TypingUser {
  @Id() userId!: number;
  @Text() email!: string;
}

class TypingInConversation {
  @Constant('private') messageType!: 'private';
  @Nested(TypingUser) sender!: TypingUser;
  @ListOf(TypingUser) recipients!: readonly TypingUser[];
}

class TypingInStream {
  @Constant('stream') messageType!: 'stream';
  @Nested(TypingUser) sender!: TypingUser;
  @Id() streamId!: number;
  @Text() topic!: string;
}

const directForm = { type: 'typing', form: 'Direct message' } as const;
const streamForm = {
  type: 'typing',
  form: 'Stream message',
  clients: { capability: 'stream_typing_notifications', isDeclared: true },
} as const;
const started = { op: 'start', when: 'A user began typing.' } as const;
const stopped = { op: 'stop', when: 'A user stopped typing.' } as const;

/** A user began to type a direct message. Only the participants of the conversation receive it. */
@ClientEventOf({ ...directForm, ...started })
export class StartTypingInConversation extends TypingInConversation {}
/** A user began to type in a stream. Clients of subscribers that declared the capability receive it. */
@ClientEventOf({ ...streamForm, ...started })
export class StartTypingInStream extends TypingInStream {}
/** A user stopped typing a direct message. */
@ClientEventOf({ ...directForm, ...stopped })
export class StopTypingInConversation extends TypingInConversation {}
/** A user stopped typing in a stream. */
@ClientEventOf({ ...streamForm, ...stopped })
export class StopTypingInStream extends TypingInStream {}

/** A user began or stopped typing. It is not stored, and later registrations do not contain it. */
export class TypingChangedPayload {
  readonly op!: TypingOperation;
  readonly sender!: TypingUser;
  readonly recipient!:
    | { readonly kind: 'direct'; readonly participants: readonly TypingUser[] }
    | { readonly kind: 'stream'; readonly stream: Stream; readonly topic: string };
}

export const TypingChanged = domainEvent('messaging.typing_changed', {
  payload: TypingChangedPayload,
  audience: {
    to: 'the participants of the conversation, or the subscribers of the stream',
    of: ({ recipient }) =>
      recipient.kind === 'direct'
        ? { kind: 'users', userIds: recipient.participants.map(({ userId }) => userId) }
        : { kind: 'stream', streamId: recipient.stream.streamId },
  },
  clientEvents: [StartTypingInConversation, StartTypingInStream, StopTypingInConversation, StopTypingInStream],
  toClient: ({ op, sender, recipient }, _reader, { capabilities }) => {
    if (recipient.kind === 'direct') {
      const form = op === 'start' ? StartTypingInConversation : StopTypingInConversation;
      return [clientEvent(form, { messageType: 'private', sender, recipients: recipient.participants })];
    }
    if (!capabilities.streamTypingNotifications) return [];
    const { stream, topic } = recipient;
    const form = op === 'start' ? StartTypingInStream : StopTypingInStream;
    return [clientEvent(form, { messageType: 'stream', sender, streamId: stream.streamId, topic })];
  },
});
