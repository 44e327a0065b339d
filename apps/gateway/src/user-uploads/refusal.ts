import type { IncomingHttpHeaders } from 'node:http';
import type { ApiError } from '@chat/contracts';
import { FileResponse } from '../http/index.js';

/** A grey PNG of one pixel, which browsers stretch to the size of the missing picture. */
const GREY_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mM4AwAAzgDNee7qPQAAAABJRU5ErkJggg==',
  'base64',
);
const VARY = { vary: 'Accept, Origin' };

/**
 * The error of a file: a page, since people follow links to files, and a picture where a picture should stand. It is the same for every
 * file.
 */
export function refusal({ status, message }: ApiError, headers: IncomingHttpHeaders): FileResponse {
  if (wantsPicture(headers)) return new FileResponse('image/png', GREY_PIXEL, VARY, status);
  const page = `<!doctype html><title>${message}</title><p>${message}</p>`;
  return new FileResponse('text/html; charset=utf-8', page, VARY, status);
}

/** Browsers accept pictures for the address of a page, too, but prefer a page. */
const wantsPicture = ({ accept = '' }: IncomingHttpHeaders): boolean =>
  accept.includes('image/') && !accept.includes('text/html');
