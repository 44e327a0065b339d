import { API_KEY_LENGTH, badRequest, unauthorized } from '@chat/contracts';

const MAX_EMAIL_LENGTH = 320;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const API_KEY = new RegExp(`^[A-Za-z0-9]{${API_KEY_LENGTH}}$`);

const malformed = () => unauthorized('Invalid authorization header for basic auth');

/** Reads a Basic `Authorization` header. Throws the contract's error for impossible credentials. */
export function parseBasicCredentials(header: string): { readonly email: string; readonly apiKey: string } {
  const [scheme = '', encoded = '', ...rest] = header.trim().split(/\s+/);
  if (!/^basic$/i.test(scheme)) throw badRequest('This endpoint requires HTTP basic authentication.');
  if (rest.length > 0 || !BASE64.test(encoded)) throw malformed();
  const [email = '', apiKey, ...others] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  if (apiKey === undefined || others.length > 0) throw malformed();
  requireApiKey(apiKey);
  if (email === '' || email.length > MAX_EMAIL_LENGTH || email.includes('\0')) throw unauthorized('Invalid API key');
  return { email, apiKey };
}

export function requireApiKey(text: string): string {
  if (!API_KEY.test(text)) throw unauthorized('Malformed API key');
  return text;
}
