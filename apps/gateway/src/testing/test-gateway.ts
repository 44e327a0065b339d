import { type Endpoint, ResolveRealm, type ServiceName, VerifyCredentials, VerifySession } from '@chat/contracts';
import { DomainEventLog } from '@chat/event-log';
import { createTestRedis, type FakeHandlers, startFakeService, type TestRedis } from '@chat/testing';
import type { Type } from '@nestjs/common';
import { MAX_UPLOADS_PER_PERSON } from '../file-transfers/upload-leases.js';
import { type GatewaySettings, readGatewaySettings } from '../gateway-settings.js';
import { type RunningGateway, startGateway } from '../start-gateway.js';
import { type FakeUser, FakeUsers, TEST_REALM_ID } from './fake-users.js';

export interface TestGatewayOptions {
  /** Modules with the controllers to be tested. */
  readonly features: readonly Type[];
  /** Endpoints of the contracts; none if absent. */
  readonly endpoints?: readonly Endpoint[];
  /** Handlers of the fake services, by pattern. `users` and `realm-settings` handle the gateway's own requests already. */
  readonly services?: Partial<Record<ServiceName, FakeHandlers>>;
  readonly settings?: Partial<GatewaySettings>;
  /** Redis of another gateway, to test the shared state. */
  readonly redis?: TestRedis;
}

export interface TestRequest {
  readonly as?: FakeUser | undefined;
  readonly form?: Readonly<Record<string, string>> | URLSearchParams | FormData;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** In place of `/api/v1`. */
  readonly prefix?: string;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Empty unless the response is JSON. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** A gateway with real Redis, HTTP and transport, and fake services. */
export class TestGateway {
  private constructor(
    readonly gateway: RunningGateway,
    readonly users: FakeUsers,
    readonly redis: TestRedis,
    private readonly closing: (() => Promise<unknown>)[],
  ) {}

  static async start({
    features,
    endpoints = [],
    services = {},
    settings = {},
    redis,
  }: TestGatewayOptions): Promise<TestGateway> {
    const ownRedis = redis ?? (await createTestRedis());
    process.env['REDIS_URL'] = ownRedis.url;
    process.env['LOG_LEVEL'] ??= 'silent';
    const users = new FakeUsers(new DomainEventLog(ownRedis.redis));
    const handlers: Partial<Record<ServiceName, FakeHandlers>> = {
      ...services,
      users: {
        [VerifyCredentials.pattern]: (request: VerifyCredentials) => users.verify(request),
        [VerifySession.pattern]: (request: VerifySession) => users.verifySession(request),
        ...services.users,
      },
      'realm-settings': {
        [ResolveRealm.pattern]: () => ({ realmId: TEST_REALM_ID, isDeactivated: false }),
        ...services['realm-settings'],
      },
    };
    const fakes = await Promise.all(
      Object.entries(handlers).map(([service, own]) => startFakeService(ownRedis.url, service as ServiceName, own)),
    );
    const gateway = await startGateway({ ...readGatewaySettings(), port: 0, ...settings }, { features, endpoints });
    const closing = [
      () => gateway.stop(),
      ...fakes.map((fake) => () => fake.close()),
      ...(redis === undefined ? [() => ownRedis.close()] : []),
    ];
    return new TestGateway(gateway, users, ownRedis, closing);
  }

  get origin(): string {
    return `http://127.0.0.1:${this.gateway.port}`;
  }

  /** `path` is below /api/v1, or below the prefix of the request. Redirects are not followed. */
  async request(method: string, path: string, request: TestRequest = {}): Promise<TestResponse> {
    const query = request.query ? `?${new URLSearchParams(request.query)}` : '';
    const form = request.form;
    const body =
      request.body ?? (form instanceof FormData || form === undefined ? form : new URLSearchParams(form).toString());
    const response = await fetch(`${this.origin}${request.prefix ?? '/api/v1'}${path}${query}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(request.as && { authorization: basic(request.as.email, request.as.apiKey) }),
        ...(form !== undefined && !(form instanceof FormData) && { 'content-type': FORM_TYPE }),
        ...request.headers,
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : {}, text };
  }

  /** Makes the user have as many uploads under way as a person may have. */
  async holdUploads({ userId }: FakeUser): Promise<void> {
    const until = Date.now() + 3_600_000;
    const leases = Array.from({ length: MAX_UPLOADS_PER_PERSON }, (_, n) => [until, `upload ${n}`]).flat();
    await this.redis.redis.zadd(`uploads:${TEST_REALM_ID}:${userId}`, ...leases);
  }

  async close(): Promise<void> {
    for (const close of this.closing) await close();
  }
}

const FORM_TYPE = 'application/x-www-form-urlencoded';

export const basic = (email: string, apiKey: string): string =>
  `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
