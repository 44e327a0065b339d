import { type ApiError, invalidCode } from '@chat/contracts';
import type { FileResponse } from '../http/index.js';
import { minutesOf } from '../pages/error-page.js';
import type { Html } from '../pages/html.js';
import type { PageVisit } from '../pages/page-visit.js';
import type { CodeError } from './second-factor-pages.js';

const INVALID_CODE = invalidCode().message;

/** The service refuses a longer text with another error than a wrong code. */
export const shortened = (code: string): string => code.slice(0, 100);

/** The error as the form for a code shows it; undefined for an error that is not about the code. */
export function codeErrorOf(error: ApiError): CodeError | undefined {
  if (error.status === 429) return { message: 'error.limit', minutes: minutesOf(error) };
  return error.message === INVALID_CODE ? { message: 'secondFactor.wrong' } : undefined;
}

/** The page again with the error. Throws an error that is not about the code. */
export function showCodeError(visit: PageVisit, error: ApiError, page: (known: CodeError) => Html): FileResponse {
  const known = codeErrorOf(error);
  if (known === undefined) throw error;
  return showRefused(visit, error, page(known));
}

export function showRefused(visit: PageVisit, error: ApiError, page: Html): FileResponse {
  if (error.status !== 429) return visit.show(page, { status: 400 });
  return visit.show(page, { status: 429, headers: { 'retry-after': String(error.fields['retry-after']) } });
}
