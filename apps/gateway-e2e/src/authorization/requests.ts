import { ACCOUNT_REQUESTS } from './requests/account-requests.js';
import type { MakeRequest } from './requests/ask.js';
import { BOT_REQUESTS } from './requests/bot-requests.js';
import { GROUP_REQUESTS } from './requests/group-requests.js';
import { INVITATION_REQUESTS } from './requests/invitation-requests.js';
import { MESSAGE_REQUESTS } from './requests/message-requests.js';
import { REALM_REQUESTS } from './requests/realm-requests.js';
import { STREAM_REQUESTS } from './requests/stream-requests.js';
import { UPLOAD_REQUESTS } from './requests/upload-requests.js';
import { WEBHOOK_REQUESTS } from './requests/webhook-requests.js';

/** The request of each row of the table, by endpoint and situation. */
export const REQUESTS: Readonly<Record<string, MakeRequest>> = {
  ...ACCOUNT_REQUESTS,
  ...BOT_REQUESTS,
  ...INVITATION_REQUESTS,
  ...GROUP_REQUESTS,
  ...STREAM_REQUESTS,
  ...MESSAGE_REQUESTS,
  ...REALM_REQUESTS,
  ...UPLOAD_REQUESTS,
  ...WEBHOOK_REQUESTS,
};
