import type { ServerResponse } from 'node:http';
import {
  type Endpoint,
  type FieldsOf,
  type Principal,
  type ReplyOf,
  type RequestClass,
  requestOf,
  type ServiceRequest,
} from '@chat/contracts';
import {
  JsonText,
  REQUEST_TIMEOUT_MS,
  type RedisTransportClient,
  type RequestContext as RpcRequestContext,
} from '@chat/redis-rpc';
import type { AuthenticationGuard } from '../admission/authentication.guard.js';
import type { RequestContext } from '../admission/request-context.js';
import type { Call, CallerNow, UploadedFile } from '../http/call.js';

/** How long an endpoint that says nothing else may take, however many services it asks. */
export const DEFAULT_CALL_TIMEOUT_MS = 10_000;

/** What a call needs of the transport. */
export type CallTransport = Pick<RedisTransportClient, 'requestText' | 'clock'>;

/** The parts of a call that come from its HTTP request. */
export interface CallInput {
  readonly parameters: Record<string, unknown>;
  readonly files: readonly UploadedFile[];
  readonly clientName: string;
}

/** The {@link Call} that controllers receive. */
export class EndpointCall implements Call {
  readonly parameters: Call['parameters'];
  readonly files: readonly UploadedFile[];
  readonly clientName: string;
  readonly principal: Principal | null;
  readonly realmId: number;
  readonly address: string;
  readonly requestId: string;
  readonly asOf: string;
  private readonly deadlineMs: number;
  private isWaiting = false;

  constructor(
    input: CallInput,
    private readonly context: RequestContext,
    private readonly response: ServerResponse,
    private readonly transport: CallTransport,
    private readonly authentication: Pick<AuthenticationGuard, 'readmit'>,
  ) {
    this.parameters = input.parameters as Call['parameters'];
    this.files = input.files;
    this.clientName = input.clientName;
    this.principal = context.principal;
    this.realmId = context.realmId;
    this.address = context.address;
    this.requestId = context.requestId;
    this.asOf = context.asOf;
    const timeoutMs = context.route?.endpoint.timeoutMs ?? DEFAULT_CALL_TIMEOUT_MS;
    this.deadlineMs = transport.clock.nowMs() + timeoutMs;
  }

  async request<Request extends ServiceRequest<unknown>>(
    requestClass: RequestClass<Request>,
    fields: FieldsOf<Request>,
  ): Promise<ReplyOf<Request>> {
    return JSON.parse(await this.ask(requestClass, fields)) as ReplyOf<Request>;
  }

  async requestText<Request extends ServiceRequest<unknown>>(
    requestClass: RequestClass<Request>,
    fields: FieldsOf<Request>,
  ): Promise<JsonText> {
    return new JsonText(await this.ask(requestClass, fields));
  }

  async forward(endpoint: Endpoint): Promise<JsonText> {
    const actor = this.principal as Principal;
    const fields = {
      actor,
      parameters: this.parameters,
      ...(endpoint.passesClientName && { clientName: this.clientName }),
      ...(endpoint.passesClientAddress && { clientAddress: this.address }),
    };
    return new JsonText(await this.ask(requestOf(endpoint), fields));
  }

  get hasWaited(): boolean {
    return this.isWaiting;
  }

  beginWaiting(): void {
    if (this.isWaiting) return;
    this.context.slot?.beginWaiting();
    this.isWaiting = true;
  }

  async callerNow(): Promise<CallerNow> {
    if (this.context.principal === null) throw new Error('A call without credentials has no caller.');
    const principal = await this.authentication.readmit(this.context);
    return { principal, asOf: this.context.asOf };
  }

  onDisconnect(listener: () => void): void {
    if (this.response.destroyed) listener();
    else this.context.onDisconnect = listener;
  }

  private ask<Request extends ServiceRequest<unknown>>(
    requestClass: RequestClass<Request>,
    fields: FieldsOf<Request>,
  ): Promise<string> {
    return this.transport.requestText(requestClass, fields, this.contextFor(requestClass.timeoutMs));
  }

  /** What is left of the call's time, but never more than one request takes by itself. */
  private contextFor(timeoutMs = REQUEST_TIMEOUT_MS): RpcRequestContext {
    const ownDeadlineMs = this.transport.clock.nowMs() + timeoutMs;
    return {
      realmId: this.realmId,
      requestId: this.requestId,
      asOf: this.asOf,
      deadlineMs: this.isWaiting ? ownDeadlineMs : Math.min(ownDeadlineMs, this.deadlineMs),
      traceparent: this.context.trace?.traceparent,
    };
  }
}
