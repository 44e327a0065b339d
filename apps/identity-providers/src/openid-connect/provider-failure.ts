import type { FailedProviderStep, ProviderFailure } from '@chat/contracts';
import * as oidc from 'openid-client';
import { ProviderUnavailable } from './provider-http.js';

/** A document of the provider failed a check that the library does not make. The message is for the log. */
export class InvalidDocument extends Error {}

/** Codes of the library for responses that are no document of OpenID Connect. */
const JUNK = new Set(['OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_PARSE_ERROR']);

/** The result of a step for any error of it: everything that can fail there comes from outside. */
export const failedStep = (error: unknown): FailedProviderStep => ({
  result: 'provider_failed',
  reason: reasonOf(error),
});

function reasonOf(error: unknown): ProviderFailure {
  if (error instanceof oidc.AuthorizationResponseError) return 'refused';
  const errors = causesOf(error);
  if (errors.some((cause) => cause instanceof ProviderUnavailable)) return 'unavailable';
  return errors.some((cause) => JUNK.has(String((cause as { code?: unknown }).code))) ? 'unavailable' : 'invalid';
}

/** For the log: messages without values of the documents, which can be secret. */
export function problemOf(error: unknown): string {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError)
    return `${error.message}: ${/^\w{1,60}$/.exec(error.error)?.[0] ?? 'unknown error'}`;
  return causesOf(error)
    .map(({ message }) => message)
    .join(': ');
}

/** The error and its causes, outermost first. */
function causesOf(error: unknown): Error[] {
  const errors: Error[] = [];
  for (let cause = error; cause instanceof Error && errors.length < 5; cause = cause.cause) errors.push(cause);
  return errors;
}
