import { badRequest } from '@chat/contracts';

/** Throws unless the text is an http or https address without credentials, or empty. The connection is checked when it is made. */
export function requireWebAddress(text: string, parameter: string): void {
  if (text === '') return;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url === undefined || !isWeb || url.hostname === '') throw badRequest(`${parameter} is not a URL`);
  if (url.username !== '' || url.password !== '') throw badRequest(`${parameter} must not contain credentials`);
}
