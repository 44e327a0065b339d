import type { IncomingHttpHeaders } from 'node:http';
import type { ApiError } from '@chat/contracts';
import type { FileResponse } from '../http/index.js';
import { errorMessage } from './forms.js';
import { chosenLanguage, type Language } from './languages.js';
import { layout } from './layout.js';
import { pageResponse } from './page-response.js';

/** The page of a request for a page that failed. */
export function errorPage(error: ApiError, headers: IncomingHttpHeaders): FileResponse {
  const language = chosenLanguage(headers['accept-language']);
  const title = language.text('error.title');
  const page = layout(
    { language, realm: undefined, csrfToken: '' },
    { title, body: errorMessage(textFor(error, language)) },
  );
  return pageResponse(page, { status: error.status });
}

export const minutesOf = (error: ApiError): number => Math.ceil(Number(error.fields['retry-after'] ?? 60) / 60);

function textFor(error: ApiError, language: Language): string {
  if (error.code === 'CSRF_FAILED') return language.text('error.csrf');
  if (error.status === 429) return language.text('error.limit', { minutes: minutesOf(error) });
  if (error.status === 404) return language.text('error.notFound');
  return language.text(error.status >= 500 ? 'error.unavailable' : 'error.refused');
}
