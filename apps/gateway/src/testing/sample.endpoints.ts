import {
  Bool,
  Id,
  Integer,
  ListOf,
  Nested,
  OneOf,
  RawResponse,
  Role,
  Text,
  text,
  unlistedEndpoint,
} from '@chat/contracts';

/* Endpoints for the gateway's own tests: one of each kind. */

class SentSample {
  @OneOf(['direct', 'stream']) type!: 'direct' | 'stream';
  @Text() content!: string;
  @Text({ aliases: ['subject'], optional: true }) topic?: string;
  @Bool({ default: false }) readBySender!: boolean;
}
class SamplePage {
  @Integer({ min: 0, default: 10 }) numBefore!: number;
  @Bool({ default: true }) clientExtavatar!: boolean;
}
class SampleMessageSelection {
  @Id() messageId!: number;
}
class SampleSettings {
  @OneOf(['vendorA', 'text'], { optional: true }) emojiset?: 'vendorA' | 'text';
  @ListOf(text(), { optional: true }) names?: readonly string[];
}
class SampleDraft {
  @Integer() streamId!: number;
}
class SampleDeletion {
  @Id() draftId!: number;
  @Text({ optional: true }) reason?: string;
  @Nested(SampleDraft, { optional: true }) draft?: SampleDraft;
}
class SampleUserId {
  @Id() userId!: number;
}
class SampleEmail {
  @Text({ controlCharacters: 'refused' }) email!: string;
}
class SamplePoll {
  @Bool({ default: false }) dontBlock!: boolean;
}
class SampleStreamedUpload {
  @Text() name!: string;
  @Text() title!: string;
}
const FAILURES = ['refusal', 'fault', 'service', 'slow service', 'partially', 'raw'] as const;
class SampleFailure {
  @OneOf(FAILURES) how!: (typeof FAILURES)[number];
}

/** The controller writes the responses itself. */
const response = RawResponse;

export const sendEndpoint = unlistedEndpoint('POST /messages', {
  pattern: 'gateway.samples.send',
  incomingWebhooks: 'allowed',
  summary: 'Send',
  parameters: SentSample,
  response,
});

export const listEndpoint = unlistedEndpoint('GET /messages', {
  pattern: 'gateway.samples.list',
  summary: 'List',
  parameters: SamplePage,
  response,
  readCost: ({ numBefore }) => numBefore / 10,
});

export const getMessageEndpoint = unlistedEndpoint('GET /messages/{message_id}', {
  pattern: 'gateway.samples.get',
  summary: 'One message',
  parameters: SampleMessageSelection,
  response,
});

export const updateEndpoint = unlistedEndpoint('PATCH /settings', {
  pattern: 'gateway.samples.update',
  aliasPaths: ['/settings/display'],
  summary: 'Update',
  parameters: SampleSettings,
  response,
});

export const deleteEndpoint = unlistedEndpoint('DELETE /drafts/{draft_id}', {
  pattern: 'gateway.samples.delete',
  summary: 'Delete',
  parameters: SampleDeletion,
  response,
});

export const meEndpoint = unlistedEndpoint('GET /users/me', {
  pattern: 'gateway.samples.me',
  summary: 'Me',
  response,
});
export const userByIdEndpoint = unlistedEndpoint('GET /users/{user_id}', {
  pattern: 'gateway.samples.user_by_id',
  summary: 'By id',
  parameters: SampleUserId,
  response,
});
export const userByEmailEndpoint = unlistedEndpoint('GET /users/{email}', {
  pattern: 'gateway.samples.user_by_email',
  summary: 'By email',
  parameters: SampleEmail,
  response,
});
export const updateUserEndpoint = unlistedEndpoint('PATCH /users/{user_id}', {
  pattern: 'gateway.samples.update_user',
  minimumRole: Role.Administrator,
  bots: 'refused',
  summary: 'Update user',
  parameters: SampleUserId,
  response,
});

export const registerEndpoint = unlistedEndpoint('POST /register', {
  pattern: 'gateway.samples.register',
  access: 'user-or-spectator',
  summary: 'Register',
  response,
});

export const serverSettingsEndpoint = unlistedEndpoint('GET /server_settings', {
  pattern: 'gateway.samples.server_settings',
  access: 'anyone',
  summary: 'Server settings',
  response,
});

export const pollEndpoint = unlistedEndpoint('GET /events', {
  pattern: 'gateway.samples.poll',
  summary: 'Poll',
  longPoll: true,
  parameters: SamplePoll,
  response,
});

export const streamedUploadEndpoint = unlistedEndpoint('POST /streamed/{name}', {
  pattern: 'gateway.samples.upload_streamed',
  summary: 'Stream a file',
  streamsFile: { maxMib: 1, missing: 'No file.', several: 'One file only.' },
  parameters: SampleStreamedUpload,
  response,
});

export const failEndpoint = unlistedEndpoint('POST /fail', {
  pattern: 'gateway.samples.fail',
  summary: 'Fails as told',
  parameters: SampleFailure,
  response,
});
