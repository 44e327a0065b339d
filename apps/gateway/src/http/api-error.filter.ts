import { ApiError, badRequest, invalidJson, tooLarge } from '@chat/contracts';

/** What is known about an error that is no `ApiError`: Fastify's and Node's carry a code and a status. */
interface FrameworkError {
  readonly code?: unknown;
  readonly statusCode?: unknown;
}

const TEXTS: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'Malformed path',
  FST_ERR_MAX_PARAM_LENGTH: 'Malformed path',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Malformed content type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as the request says',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'Malformed JSON',
};

/**
 * The refusal that stands for any error. Frameworks' words stay inside: they tell what is used here and change with its
 * version. `undefined` when the error is a fault of our own, which the caller logs before it answers `internalError()`.
 */
export function apiErrorFor(error: unknown, bodyLimit: number): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const { code, statusCode } = (error ?? {}) as FrameworkError;
  if (statusCode === 413) return tooLarge(bodyLimit);
  if (error instanceof SyntaxError && statusCode === 400) return invalidJson();
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return badRequest(TEXTS[String(code)] ?? 'Malformed request');
  }
  return undefined;
}

/**
 * Headers that belong to a refusal. Basic credentials are asked for where they are what is missing or wrong, not where a password
 * in the body is: clients that answer challenges by themselves would give up on the credentials they have, browsers open a
 * dialog. Source: errors.json.
 */
export function headersOf(refusal: ApiError): Record<string, string> {
  const headers: Record<string, string> = {};
  const { code, status, fields } = refusal;
  if (code === 'UNAUTHORIZED') headers['www-authenticate'] = 'Basic realm="api"';
  if (status === 405) headers['allow'] = (fields['allowed_methods'] as readonly string[]).join(', ');
  const retryAfter = fields['retry-after'];
  if (typeof retryAfter === 'number') headers['retry-after'] = String(Math.ceil(retryAfter));
  return headers;
}

/** The body of a refusal. The envelope's own names win over extra fields. */
export function bodyOf(refusal: ApiError): string {
  const { code, message, fields } = refusal;
  return JSON.stringify({ ...fields, result: 'error', msg: message, ...(code !== null && { code }) });
}
