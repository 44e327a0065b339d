import { ApiError } from './api-error.js';

/*
 * Every refusal with a code or fields of its own, in one table. Source: API contract, "Errors"; HTTP statuses: 400 for every
 * refusal but those below, so that a missing object and an invisible one look alike.
 */

/** The default refusal; `message` names the parameter and says what is wrong with it. */
export const badRequest = (message: string): ApiError => new ApiError('BAD_REQUEST', message);

/** Where the contract shows a refusal without a code, the code is left out. */
export const refusedWithoutCode = (message: string, status?: number): ApiError => new ApiError(null, message, status);

/** Drafts and scheduled messages, which are their owner's alone: those of others do not exist either. */
export const draftDoesNotExist = (): ApiError => refusedWithoutCode('Draft does not exist', 404);
export const scheduledMessageDoesNotExist = (): ApiError =>
  new ApiError('BAD_REQUEST', 'Scheduled message does not exist', 404);

export const missingParameter = (name: string): ApiError =>
  new ApiError('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, 400, { var_name: name });

/** A plain value that cannot be converted, for the parameters whose refusal quotes it back. */
export const badValue = (name: string, value: string): ApiError =>
  new ApiError('REQUEST_VARIABLE_INVALID', `Bad value for '${name}': ${value}`, 400, {
    var_name: name,
    bad_value: value,
  });

export const confusingParameters = (first: string, second: string): ApiError =>
  new ApiError('REQUEST_CONFUSING_VAR', `Can't decide between '${first}' and '${second}' arguments`, 400, {
    var_name1: first,
    var_name2: second,
  });

export const invalidJson = (message = 'Malformed JSON'): ApiError => new ApiError('INVALID_JSON', message);

export const streamNameDoesNotExist = (stream: string): ApiError =>
  new ApiError('STREAM_DOES_NOT_EXIST', `Stream '${stream}' does not exist`, 400, { stream });

export const streamIdDoesNotExist = (streamId: number): ApiError =>
  new ApiError('STREAM_DOES_NOT_EXIST', `Stream with ID '${streamId}' does not exist`, 400, { stream_id: streamId });

/** Whatever the reason: unknown, foreign or collected. */
export const badEventQueueId = (queueId: string): ApiError =>
  new ApiError('BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${queueId}`, 400, { queue_id: queueId });

export const badNarrow = (description: string): ApiError =>
  new ApiError('BAD_NARROW', `Invalid narrow operator: ${description}`, 400, { desc: description });

export const unauthorizedPrincipal = (message: string): ApiError => new ApiError('UNAUTHORIZED_PRINCIPAL', message);

/** Somebody named by id or API email for whom nothing can be done: unknown, or deactivated. */
export const notAuthorizedFor = (principal: string | number): ApiError =>
  new ApiError('UNAUTHORIZED_PRINCIPAL', `User not authorized to execute queries on behalf of '${principal}'`, 403, {
    principal,
  });

export const organizationAdministratorRequired = (): ApiError =>
  unauthorizedPrincipal('Must be an organization administrator');
export const organizationOwnerRequired = (): ApiError => unauthorizedPrincipal('Must be an organization owner');
/** What a realm's policy or a group allows, and accounts that one may not administer. */
export const insufficientPermission = (): ApiError => badRequest('Insufficient permission');
export const guestsNotAllowed = (): ApiError => badRequest('Not allowed for guest users');

export const cannotDeactivateLastUser = (isLastOwner: boolean, entity: string): ApiError =>
  new ApiError('CANNOT_DEACTIVATE_LAST_USER', `Cannot deactivate the only ${entity}.`, 400, {
    is_last_owner: isLastOwner,
    entity,
  });

export const badImage = (message = 'Could not decode image; did you upload an image file?'): ApiError =>
  new ApiError('BAD_IMAGE', message);

/** 401; the gateway adds `WWW-Authenticate`, to this code alone. Every refusal of Basic credentials has this code, whatever the reason. */
export const unauthorized = (message: string): ApiError => new ApiError('UNAUTHORIZED', message, 401);

export const authenticationFailed = (): ApiError =>
  new ApiError('AUTHENTICATION_FAILED', 'Your username or password is incorrect', 401);
export const userDeactivated = (): ApiError => new ApiError('USER_DEACTIVATED', 'Account is deactivated', 401);
export const realmDeactivated = (): ApiError =>
  new ApiError('REALM_DEACTIVATED', 'This organization has been deactivated', 401);
export const passwordAuthDisabled = (): ApiError =>
  new ApiError('PASSWORD_AUTH_DISABLED', 'Password authentication is disabled in this organization', 401);

export const notFound = (): ApiError => new ApiError('BAD_REQUEST', 'No such endpoint', 404);
export const methodNotAllowed = (allowed: readonly string[]): ApiError =>
  new ApiError(null, 'Method Not Allowed', 405, { allowed_methods: allowed });
export const tooLarge = (limitBytes: number): ApiError =>
  new ApiError('BAD_REQUEST', `Request body too large (limit: ${limitBytes} bytes)`, 413);

/** `retryAfterSeconds` goes into the body under `retry-after` and into the header of that name. */
export const rateLimitHit = (retryAfterSeconds: number): ApiError =>
  new ApiError('RATE_LIMIT_HIT', 'API usage exceeded rate limit', 429, { 'retry-after': retryAfterSeconds });

/** A service that cannot answer in time, or is asked for more than it can take. Nothing is known to have been done. */
export const serviceUnavailable = (service: string, retryAfterSeconds = 1): ApiError =>
  new ApiError('SERVICE_UNAVAILABLE', `The ${service} service cannot answer right now; try again shortly.`, 503, {
    'retry-after': retryAfterSeconds,
  });

export const internalError = (): ApiError => new ApiError('INTERNAL_ERROR', 'Internal server error', 500);
