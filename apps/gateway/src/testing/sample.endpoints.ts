import {
  Bool,
  endpoint,
  Id,
  Integer,
  ListOf,
  Nested,
  NoFields,
  OneOf,
  RawResponse,
  Role,
  Text,
  text,
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
class SampleUpload {
  @Text({ optional: true }) title?: string;
}
const FAILURES = ['refusal', 'fault', 'service', 'slow service', 'partially', 'raw'] as const;
class SampleFailure {
  @OneOf(FAILURES) how!: (typeof FAILURES)[number];
}

/** The controller writes the responses itself. */
const response = RawResponse;

export const sendEndpoint = endpoint({
  pattern: 'gateway.samples.send',
  method: 'POST',
  path: '/messages',
  access: 'user',
  incomingWebhooks: 'allowed',
  summary: 'Send',
  parameters: SentSample,
  response,
});

export const listEndpoint = endpoint({
  pattern: 'gateway.samples.list',
  method: 'GET',
  path: '/messages',
  access: 'user',
  summary: 'List',
  parameters: SamplePage,
  response,
});

export const getMessageEndpoint = endpoint({
  pattern: 'gateway.samples.get',
  method: 'GET',
  path: '/messages/{message_id}',
  access: 'user',
  summary: 'One message',
  parameters: SampleMessageSelection,
  response,
});

export const updateEndpoint = endpoint({
  pattern: 'gateway.samples.update',
  method: 'PATCH',
  path: '/settings',
  aliasPaths: ['/settings/display'],
  access: 'user',
  summary: 'Update',
  parameters: SampleSettings,
  response,
});

export const deleteEndpoint = endpoint({
  pattern: 'gateway.samples.delete',
  method: 'DELETE',
  path: '/drafts/{draft_id}',
  access: 'user',
  summary: 'Delete',
  parameters: SampleDeletion,
  response,
});

export const meEndpoint = endpoint({
  pattern: 'gateway.samples.me',
  method: 'GET',
  path: '/users/me',
  access: 'user',
  summary: 'Me',
  parameters: NoFields,
  response,
});
export const userByIdEndpoint = endpoint({
  pattern: 'gateway.samples.user_by_id',
  method: 'GET',
  path: '/users/{user_id}',
  access: 'user',
  summary: 'By id',
  parameters: SampleUserId,
  response,
});
export const userByEmailEndpoint = endpoint({
  pattern: 'gateway.samples.user_by_email',
  method: 'GET',
  path: '/users/{email}',
  access: 'user',
  summary: 'By email',
  parameters: SampleEmail,
  response,
});
export const updateUserEndpoint = endpoint({
  pattern: 'gateway.samples.update_user',
  method: 'PATCH',
  path: '/users/{user_id}',
  access: 'user',
  minimumRole: Role.Administrator,
  bots: 'refused',
  summary: 'Update user',
  parameters: SampleUserId,
  response,
});

export const registerEndpoint = endpoint({
  pattern: 'gateway.samples.register',
  method: 'POST',
  path: '/register',
  access: 'user-or-spectator',
  summary: 'Register',
  parameters: NoFields,
  response,
});

export const serverSettingsEndpoint = endpoint({
  pattern: 'gateway.samples.server_settings',
  method: 'GET',
  path: '/server_settings',
  access: 'anyone',
  summary: 'Server settings',
  parameters: NoFields,
  response,
});

export const pollEndpoint = endpoint({
  pattern: 'gateway.samples.poll',
  method: 'GET',
  path: '/events',
  access: 'user',
  summary: 'Poll',
  longPoll: true,
  parameters: SamplePoll,
  response,
});

export const uploadEndpoint = endpoint({
  pattern: 'gateway.samples.upload',
  method: 'POST',
  path: '/user_uploads',
  access: 'user',
  summary: 'Upload',
  upload: { maxFiles: 1, maxFileBytes: 1_000 },
  parameters: SampleUpload,
  response,
});

export const failEndpoint = endpoint({
  pattern: 'gateway.samples.fail',
  method: 'POST',
  path: '/fail',
  access: 'user',
  summary: 'Fails as told',
  parameters: SampleFailure,
  response,
});
