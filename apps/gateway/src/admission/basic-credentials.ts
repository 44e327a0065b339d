import { API_KEY_LENGTH, badRequest, unauthorized } from '@chat/contracts';

/** What a Basic `Authorization` header says. */
export interface BasicCredentials {
  readonly email: string;
  readonly apiKey: string;
}

const MAX_EMAIL_LENGTH = 320;
const BASIC = /^basic$/i;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const API_KEY = new RegExp(`^[A-Za-z0-9]{${API_KEY_LENGTH}}$`);

export const notLoggedIn = () => unauthorized('Not logged in: API authentication or user session required');
const invalidApiKey = () => unauthorized('Invalid API key');
const malformed = () => unauthorized('Invalid authorization header for basic auth');

/** Reads the header; throws the contract's refusal for whatever cannot be credentials. */
export function parseBasicCredentials(header: string): BasicCredentials {
  const [scheme = '', encoded = '', ...rest] = header.trim().split(/\s+/);
  if (!BASIC.test(scheme)) throw badRequest('This endpoint requires HTTP basic authentication.');
  if (rest.length > 0 || !BASE64.test(encoded)) throw malformed();
  const [email = '', apiKey, ...others] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  if (apiKey === undefined || others.length > 0) throw malformed();
  if (!API_KEY.test(apiKey)) throw unauthorized('Malformed API key');
  if (email === '' || email.length > MAX_EMAIL_LENGTH || email.includes('\0')) throw invalidApiKey();
  return { email, apiKey };
}
