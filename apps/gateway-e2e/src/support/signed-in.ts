import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { ApiClient, nodeTransport } from './api-client.js';
import { Browser, type BrowserResponse } from './browser.js';
import type { Organization, TestUser } from './organization.js';

/** Kinds of credentials: the API key, the session of a browser, the key of one device. */
export const CREDENTIALS = ['key', 'session', 'device key'] as const;
export type Credential = (typeof CREDENTIALS)[number];

type Person = Pick<TestUser, 'email' | 'password' | 'apiKey'>;

/** Digits of an app on a phone. */
export const PHONE_OTP = 'a5'.repeat(32);

/** The key that the digits hide in the address of the app. */
export function deviceKeyIn(location = ''): string {
  const hidden = new URL(location).searchParams.get('otp_encrypted_api_key') ?? '';
  return Buffer.from(Buffer.from(hidden, 'hex').map((byte) => byte ^ 0xa5)).toString();
}

/** Signs in by the page and returns the key that the redirect hides for the app. */
export async function newDeviceKey(
  baseUrl: string,
  organization: Organization,
  { email, password }: Person,
): Promise<string> {
  const browser = new Browser(baseUrl, organization);
  await browser.get(`/login/?mobile_flow_otp=${PHONE_OTP}`);
  const { location } = await browser.send('POST', '/accounts/login/', { username: email, password });
  return deviceKeyIn(location);
}

/** Reads with one credential. Each request has a connection of its own, so any gateway may serve it. */
export type Read = (path: string) => Promise<Pick<BrowserResponse, 'status' | 'body'>>;

/** A new credential of the person; the API key exists already. */
export async function readerWith(
  credential: Credential,
  baseUrl: string,
  organization: Organization,
  person: Person,
): Promise<Read> {
  if (credential === 'session') {
    const browser = new Browser(baseUrl, organization);
    await browser.signIn(person);
    return (path) => browser.get(`/json${path}`);
  }
  const key = credential === 'key' ? person.apiKey : await newDeviceKey(baseUrl, organization, person);
  const authorization = `Basic ${Buffer.from(`${person.email}:${key}`).toString('base64')}`;
  return async (path) => {
    const headers = { host: organization.host, authorization };
    const sent = request(`${baseUrl}/api/v1${path}`, { headers, agent: false });
    sent.end();
    const [response] = await once(sent, 'response');
    return { status: response.statusCode, body: JSON.parse(await text(response)) };
  };
}

/** The person as a caller with a new credential. `session` has the headers of a session. */
export async function callerWith(
  credential: Exclude<Credential, 'key'>,
  baseUrl: string,
  organization: Organization,
  person: Person,
) {
  const { host } = organization;
  if (credential === 'device key') {
    const apiKey = await newDeviceKey(baseUrl, organization, person);
    const options = { email: person.email, apiKey, headers: { host }, transport: nodeTransport() };
    return { apiKey, client: new ApiClient(baseUrl, options) };
  }
  const browser = new Browser(baseUrl, organization);
  await browser.signIn(person);
  const session = browser.scriptHeaders;
  const { cookie = '', 'x-csrftoken': csrfToken = '' } = session;
  const options = { session: { csrfToken: () => csrfToken }, headers: { host, cookie }, transport: nodeTransport() };
  return { session, client: new ApiClient(baseUrl, options) };
}
