import { ApiError, serviceUnavailable } from '@chat/contracts';
import { isAwayError } from '@chat/redis';

/** The error for the caller of a request: 503 if Redis is away, undefined for a fault, which its service logs. */
export function apiErrorOf(error: unknown, service: string): ApiError | undefined {
  if (error instanceof ApiError) return error;
  return isAwayError(error) ? serviceUnavailable(service) : undefined;
}
