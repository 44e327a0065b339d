import { type ApiError, invalidCode } from '@chat/contracts';
import { minutesOf } from '../pages/error-page.js';
import type { CodeError } from './second-factor-pages.js';

const INVALID_CODE = invalidCode().message;

/** The service refuses a longer text with another error than a wrong code. */
export const shortened = (code: string): string => code.slice(0, 100);

/** The error as the form for a code shows it; undefined for an error that is not about the code. */
export function codeErrorOf(error: ApiError): CodeError | undefined {
  if (error.status === 429) return { message: 'error.limit', minutes: minutesOf(error) };
  return error.message === INVALID_CODE ? { message: 'secondFactor.wrong' } : undefined;
}
