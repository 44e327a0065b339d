import { SoftwareAuthenticator } from '@chat/testing';
import { TEST_PASSWORD, type TestUser } from './organization.js';

/** The response of a device that made a passkey; the response to nothing if the user may have none. */
export async function newPasskey({
  client,
}: Pick<TestUser, 'client'>): Promise<ReturnType<SoftwareAuthenticator['register']>> {
  const { realm_uri: origin } = await client.get('/server_settings');
  const begun = await client.call('POST', '/users/me/passkeys/options', { password: TEST_PASSWORD });
  return new SoftwareAuthenticator(origin).register(begun.body.options ?? { challenge: '' });
}
