import { SERVICES } from '@chat/tools';
import { HostProxy } from '../support/host-proxy.js';
import { Organization, type TestUser } from '../support/organization.js';
import { sharedSystem } from '../support/shared-system.js';
import { startSystemUnderTest } from '../support/system-under-test.js';

/** zulip-js puts another one in the place of the global one. */
export const WebFormData = FormData;
const FORM = 'application/x-www-form-urlencoded; charset=utf-8';

export const inDesign = { type: 'stream', to: 'design', topic: 'logo' };

interface SentRequest {
  readonly userAgent: string;
  readonly form?: Record<string, string> | FormData;
}

/** The address of the organization, as clients type it. */
export class ClientAddress {
  constructor(readonly origin: string) {}

  /** One request in the bytes that a client sends. */
  async send(
    user: TestUser | null,
    method: string,
    target: string,
    { userAgent, form }: SentRequest,
    // biome-ignore lint/suspicious/noExplicitAny: tests read any field of a response.
  ): Promise<any> {
    const isMultipart = form instanceof WebFormData;
    const response = await fetch(`${this.origin}${target}`, {
      method,
      headers: {
        'user-agent': userAgent,
        ...(user && { authorization: `Basic ${Buffer.from(`${user.email}:${user.apiKey}`).toString('base64')}` }),
        ...(form && !isMultipart && { 'content-type': FORM }),
      },
      body: isMultipart ? form : form && new URLSearchParams(form).toString(),
    });
    return response.json();
  }
}

/** Gateways with CLIENT_COMPAT, and two people in the stream "design". */
export interface ClientsScene {
  readonly address: ClientAddress;
  readonly ana: TestUser;
  readonly ben: TestUser;
  readonly close: () => Promise<void>;
}

export async function startClientsScene(): Promise<ClientsScene> {
  const { databaseUrl, redisUrl, secretKey } = await sharedSystem();
  // Only gateways have this setting. They join the replicas of the other services.
  const tested = await startSystemUnderTest({
    ...{ databaseUrl, redisUrl, without: SERVICES.filter((service) => service !== 'gateway') },
    env: { SECRET_KEY: secretKey, CLIENT_COMPAT: 'zulip' },
  });
  const organization = await Organization.create(tested.system);
  const ana = await organization.addUser('Ana Author');
  const ben = await organization.addUser('Ben Builder');
  const proxy = await HostProxy.start(tested.system.baseUrl, organization.host);
  for (const { client } of [ana, ben]) {
    await client.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
  }
  const close = async () => {
    await proxy.close();
    await organization.close();
    await tested.discard();
  };
  return { address: new ClientAddress(proxy.origin), ana, ben, close };
}
