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

export const sendEndpoint = unlistedEndpoint({
  pattern: 'gateway.samples.send',
  route: 'POST /messages',
  incomingWebhooks: 'allowed',
  summary: 'Send',
  parameters: SentSample,
  response,
});

export const listEndpoint = unlistedEndpoint({
  pattern: 'gateway.samples.list',
  route: 'GET /messages',
  summary: 'List',
  parameters: SamplePage,
  response,
  readCost: ({ numBefore }) => numBefore / 10,
});

export const getMessageEndpoint = unlistedEndpoint({
  pattern: 'gateway.samples.get',
  route: 'GET /messages/{message_id}',
  summary: 'One message',
  parameters: SampleMessageSelection,
  response,
});

export const updateEndpoint = unlistedEndpoint({
  pattern: 'gateway.samples.update',
  route: 'PATCH /settings',
  aliasPaths: ['/settings/display'],
  summary: 'Update',
  parameters: SampleSettings,
  response,
});

export const deleteEndpoint = unlistedEndpoint({
  pattern: 'gateway.samples.delete',
  route: 'DELETE /drafts/{draft_id}',
  summary: 'Delete',
  parameters: SampleDeletion,
  response,
});

export const meEndpoint = unlistedEndpoint({
  pattern: 'gateway.samples.me',
  route: 'GET /users/me',
  summary: 'Me',
  response,
});
export const userByIdEndpoint = unlistedEndpoint({
  pattern: 'gateway.samples.user_by_id',
  route: 'GET /users/{user_id}',
  summary: 'By id',
  parameters: SampleUserId,
  response,
});
export const userByEmailEndpoint = unlistedEndpoint({
  pattern: 'gateway.samples.user_by_email',
  route: 'GET /users/{email}',
  summary: 'By email',
  parameters: SampleEmail,
  response,
});
export const updateUserEndpoint = unlistedEndpoint({
  pattern: 'gateway.samples.update_user',
  route: 'PATCH /users/{user_id}',
  minimumRole: Role.Administrator,
  bots: 'refused',
  summary: 'Update user',
  parameters: SampleUserId,
  response,
});

export const registerEndpoint = unlistedEndpoint({
  pattern: 'gateway.samples.register',
  route: 'POST /register',
  access: 'user-or-spectator',
  summary: 'Register',
  response,
});

export const serverSettingsEndpoint = unlistedEndpoint({
  pattern: 'gateway.samples.server_settings',
  route: 'GET /server_settings',
  access: 'anyone',
  summary: 'Server settings',
  response,
});

export const pollEndpoint = unlistedEndpoint({
  pattern: 'gateway.samples.poll',
  route: 'GET /events',
  summary: 'Poll',
  longPoll: true,
  parameters: SamplePoll,
  response,
});

export const streamedUploadEndpoint = unlistedEndpoint({
  pattern: 'gateway.samples.upload_streamed',
  route: 'POST /streamed/{name}',
  summary: 'Stream a file',
  streamsFile: { maxMib: 1, missing: 'No file.', several: 'One file only.' },
  parameters: SampleStreamedUpload,
  response,
});

export const failEndpoint = unlistedEndpoint({
  pattern: 'gateway.samples.fail',
  route: 'POST /fail',
  summary: 'Fails as told',
  parameters: SampleFailure,
  response,
});
