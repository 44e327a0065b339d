import { ApiError } from './api-error.js';

/* Errors with a code or fields of their own. The default status is 400, so that a missing and an invisible object look alike. */

/** `message` names the parameter and the problem. */
export const badRequest = (message: string): ApiError => new ApiError('BAD_REQUEST', message);

/** The API has some errors without a code. */
export const refusedWithoutCode = (message: string, status?: number): ApiError => new ApiError(null, message, status);

/** Drafts and scheduled messages of other users count as missing. */
export const draftDoesNotExist = (): ApiError => refusedWithoutCode('Draft does not exist', 404);
/** Webhooks of other users count as missing, except for administrators. */
export const webhookDoesNotExist = (): ApiError => refusedWithoutCode('Webhook does not exist', 404);
/** For an id that no delivery of the webhook has. */
export const deliveryDoesNotExist = (): ApiError => refusedWithoutCode('Delivery does not exist', 404);
/** For a scheduled message that is missing or belongs to another user. */
export const scheduledMessageDoesNotExist = (): ApiError =>
  new ApiError('BAD_REQUEST', 'Scheduled message does not exist', 404);

/** For a required parameter that the request does not have. */
export const missingParameter = (name: string): ApiError =>
  new ApiError('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, 400, { var_name: name });

/** For the key of a request of another service: wrong, malformed or of a deactivated account. */
export const invalidApiKey = (message = 'Invalid API key'): ApiError => new ApiError('INVALID_API_KEY', message, 401);

/** For a webhook of a bot with a secret, without a valid signature of the sender. */
export const invalidSignature = (): ApiError =>
  new ApiError('INVALID_SIGNATURE', 'The signature of the sender is missing, wrong or too old', 401);

/** For parameters with errors that quote the invalid value. */
export const badValue = (name: string, value: string): ApiError =>
  new ApiError('REQUEST_VARIABLE_INVALID', `Bad value for '${name}': ${value}`, 400, {
    var_name: name,
    bad_value: value,
  });

/** For two parameters that exclude each other. */
export const confusingParameters = (first: string, second: string): ApiError =>
  new ApiError('REQUEST_CONFUSING_VAR', `Can't decide between '${first}' and '${second}' arguments`, 400, {
    var_name1: first,
    var_name2: second,
  });

/** For a parameter or a body that is no JSON text. */
export const invalidJson = (message = 'Malformed JSON'): ApiError => new ApiError('INVALID_JSON', message);

/** For a stream that is missing or invisible to the caller, by name. */
export const streamNameDoesNotExist = (stream: string): ApiError =>
  new ApiError('STREAM_DOES_NOT_EXIST', `Stream '${stream}' does not exist`, 400, { stream });

/** The same, by id. */
export const streamIdDoesNotExist = (streamId: number): ApiError =>
  new ApiError('STREAM_DOES_NOT_EXIST', `Stream with ID '${streamId}' does not exist`, 400, { stream_id: streamId });

/** For unknown and expired queues, and for queues of other users. */
export const badEventQueueId = (queueId: string): ApiError =>
  new ApiError('BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${queueId}`, 400, { queue_id: queueId });

/** `description` names the operator and the problem. */
export const badNarrow = (description: string): ApiError =>
  new ApiError('BAD_NARROW', `Invalid narrow operator: ${description}`, 400, { desc: description });

/** For an action that the role of the caller does not permit. */
export const unauthorizedPrincipal = (message: string): ApiError => new ApiError('UNAUTHORIZED_PRINCIPAL', message);

/** For a deactivated user, and for an id or API email address without a user. */
export const notAuthorizedFor = (principal: string | number): ApiError =>
  new ApiError('UNAUTHORIZED_PRINCIPAL', `User not authorized to execute queries on behalf of '${principal}'`, 403, {
    principal,
  });

/** For actions of owners and administrators. */
export const organizationAdministratorRequired = (): ApiError =>
  unauthorizedPrincipal('Must be an organization administrator');
/** For actions of owners. */
export const organizationOwnerRequired = (): ApiError => unauthorizedPrincipal('Must be an organization owner');
/** For policies of the realm, for groups, and for accounts that the caller may not administer. */
export const insufficientPermission = (): ApiError => badRequest('Insufficient permission');
/** For actions of members. */
export const guestsNotAllowed = (): ApiError => badRequest('Not allowed for guest users');

/** For the only owner, and for the only user of a realm. `entity` names it in the message. */
export const cannotDeactivateLastUser = (isLastOwner: boolean, entity: string): ApiError =>
  new ApiError('CANNOT_DEACTIVATE_LAST_USER', `Cannot deactivate the only ${entity}.`, 400, {
    is_last_owner: isLastOwner,
    entity,
  });

/** An address that was not invited, the reason, and whether its account is deactivated. */
export type RefusedInvitee = readonly [address: string, reason: string, isDeactivated: boolean];

/** For invitations that were not sent, or not all. `license_limit_reached` is a field of the API; this server has no licenses. */
export const invitationFailed = (
  message: string,
  { errors = [] as readonly RefusedInvitee[], sentInvitations = false, dailyLimitReached = false } = {},
): ApiError =>
  new ApiError('INVITATION_FAILED', message, 400, {
    errors,
    sent_invitations: sentInvitations,
    daily_limit_reached: dailyLimitReached,
    license_limit_reached: false,
  });

/** For an upload that is no image of an accepted format. */
export const badImage = (message = 'Could not decode image; did you upload an image file?'): ApiError =>
  new ApiError('BAD_IMAGE', message);

/** Status 401. The gateway adds `WWW-Authenticate` to this code only; every error of Basic credentials has it. */
export const unauthorized = (message: string): ApiError => new ApiError('UNAUTHORIZED', message, 401);

/** For a request with a session that does not show that a page of this origin made it. */
export const csrfFailed = (reason: string): ApiError =>
  new ApiError('CSRF_FAILED', `CSRF error: ${reason}`, 403, { reason });

/** For an unknown name and for a wrong password, so that the error does not reveal accounts. */
export const authenticationFailed = (): ApiError =>
  new ApiError('AUTHENTICATION_FAILED', 'Your username or password is incorrect', 401);
/** For the right credentials of a deactivated account. */
export const userDeactivated = (): ApiError => new ApiError('USER_DEACTIVATED', 'Account is deactivated', 401);
/** For changes to your own ways of signing in, long after the sign-in and without the password. */
export const reauthenticationRequired = (): ApiError =>
  new ApiError('REAUTHENTICATION_REQUIRED', 'Send your password, or sign in again', 401);
/** For a wrong code of a second factor, for one that was used, and for a wrong recovery code. */
export const invalidCode = (): ApiError => badRequest('Invalid code');
/** For the right password of an account with a second factor. The message says whether the code is missing or wrong. */
export const secondFactorRequired = (message = 'Send a code of your second factor'): ApiError =>
  new ApiError('SECOND_FACTOR_REQUIRED', message, 401);
/** For people without the second factor that their realm requires. They set one up by the pages of the server. */
export const secondFactorSetUpRequired = (): ApiError =>
  new ApiError('SECOND_FACTOR_SETUP_REQUIRED', 'Your organization requires a second factor: set it up first', 403);
/** For any sign-in to a deactivated realm. */
export const realmDeactivated = (): ApiError =>
  new ApiError('REALM_DEACTIVATED', 'This organization has been deactivated', 401);
/** For a sign-in by password to a realm that does not accept passwords. */
export const passwordAuthDisabled = (): ApiError =>
  new ApiError('PASSWORD_AUTH_DISABLED', 'Password authentication is disabled in this organization', 401);
/** For a later step of a sign-in if the realm no longer accepts the method of the first step. */
export const authenticationMethodDisabled = (): ApiError =>
  new ApiError(
    'AUTHENTICATION_METHOD_DISABLED',
    'This organization no longer accepts the method by which this sign-in began',
    401,
  );

/** For a path without an endpoint. */
export const notFound = (): ApiError => new ApiError('BAD_REQUEST', 'No such endpoint', 404);
/** The gateway repeats `allowed` in the header `Allow`. */
export const methodNotAllowed = (allowed: readonly string[]): ApiError =>
  new ApiError(null, 'Method Not Allowed', 405, { allowed_methods: allowed });
/** For a body of more bytes than its endpoint accepts. */
export const tooLarge = (limitBytes: number): ApiError =>
  new ApiError('BAD_REQUEST', `Request body too large (limit: ${limitBytes} bytes)`, 413);

/** For an uploaded file over its limit. */
export const fileTooLarge = (maxMib: number): ApiError =>
  badRequest(`Uploaded file is larger than the allowed limit of ${maxMib} MiB`);
/** For a file that the quota of the realm leaves no space for. */
export const uploadQuotaExceeded = (): ApiError =>
  new ApiError('REALM_UPLOAD_QUOTA', "Upload would exceed your organization's upload quota.");

/** `retryAfterSeconds` stands in the body under `retry-after` and in the header of that name. */
export const rateLimitHit = (retryAfterSeconds: number): ApiError =>
  new ApiError('RATE_LIMIT_HIT', 'API usage exceeded rate limit', 429, { 'retry-after': retryAfterSeconds });

/** Of a request with a 503. `not_started`: it was not executed and never will be. `unknown`: it may have been, or may still be. */
export const OUTCOMES = ['not_started', 'unknown'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** For a service that cannot respond in time or is overloaded. Only code that can prove it states that nothing was started. */
export const serviceUnavailable = (service: string, outcome: Outcome = 'unknown', retryAfterSeconds = 1): ApiError =>
  new ApiError('SERVICE_UNAVAILABLE', `The ${service} service cannot answer right now; try again shortly.`, 503, {
    'retry-after': retryAfterSeconds,
    outcome,
  });

/** Whether the request behind an error was certainly not executed: an error of any other kind proves nothing. */
export const isNotStarted = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 503 && error.fields['outcome'] === 'not_started';

/** The same error with another outcome, or without one. Only a 503 has an outcome; other errors stay as they are. */
export function withOutcome(error: ApiError, outcome: Outcome | undefined): ApiError {
  const { code, message, status, fields } = error;
  return status === 503 ? new ApiError(code, message, status, { ...fields, outcome }) : error;
}

/** For an upload that the scanner of the installation takes for malware, or cannot scan. */
export const fileRejected = (message: string): ApiError => new ApiError('FILE_REJECTED', message, 422);

/** For an upload that the storage has no space for. */
export const storageFull = (): ApiError => new ApiError('STORAGE_FULL', 'The server has no space for this file.', 507);

/** For a fault. Its service has logged it; the client gets no details. */
export const internalError = (): ApiError => new ApiError('INTERNAL_ERROR', 'Internal server error', 500);
