import { API_KEY_PURPOSE, TextSeal } from '@chat/service-kit';

let seal: TextSeal | undefined;

/** Opens an API key in a domain event. A key sealed under a former secret opens as the empty text. */
export function openSealed(sealed: string): string {
  seal ??= new TextSeal(API_KEY_PURPOSE);
  return seal.openOrEmpty(Buffer.from(sealed, 'base64'));
}
