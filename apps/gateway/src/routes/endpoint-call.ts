import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import {
  type FieldsOf,
  isNotStarted,
  type Principal,
  type ReplyOf,
  type RequestClass,
  type ServiceRequest,
} from '@chat/contracts';
import { JsonText, type RedisTransportClient } from '@chat/redis-rpc';
import type { AuthenticationGuard } from '../admission/authentication.guard.js';
import type { RequestContext } from '../admission/request-context.js';
import type { Call, CallerNow } from '../http/call.js';
import type { Route } from '../http/endpoints.js';
import type { FormBody } from '../http/form-data.js';
import type { IncomingFile } from '../http/incoming-file.js';
import { userAgentIn } from '../http/parameters.pipe.js';

/** Default deadline of a call, for all of its requests to services together. */
export const DEFAULT_CALL_TIMEOUT_MS = 10_000;

/** The part of the transport that a call uses. */
export type CallTransport = Pick<RedisTransportClient, 'requestText' | 'deadlineOf' | 'clock'>;

/** The {@link Call} that controllers receive. */
export class EndpointCall implements Call {
  readonly principal: Principal;
  readonly realmId: number;
  readonly address: string;
  readonly requestId: string;
  readonly asOf: string;
  private deadlineMs: number;
  private isWaiting = false;

  /** `read`: the parameters, or a function that reads them when their values have arrived. */
  constructor(
    private readonly read: Call['parameters'] | (() => Call['parameters']),
    private readonly body: Omit<FormBody, 'fields'>,
    readonly clientName: string,
    private readonly route: Route,
    private readonly context: RequestContext,
    private readonly response: ServerResponse,
    private readonly transport: CallTransport,
    private readonly authentication: Pick<AuthenticationGuard, 'readmit'>,
  ) {
    // The access of the endpoint says whether it may be null.
    this.principal = context.principal as Principal;
    this.realmId = context.realmId;
    this.address = context.address;
    this.requestId = context.requestId;
    this.asOf = context.asOf;
    this.deadlineMs = this.newDeadlineMs();
  }

  get parameters(): Call['parameters'] {
    return typeof this.read === 'function' ? this.read() : this.read;
  }

  get hasFile(): boolean {
    return this.body.file !== undefined;
  }

  get file(): IncomingFile {
    if (this.body.file === undefined) throw new Error('Only a call of an endpoint with `streamsFile` has a file.');
    return this.body.file;
  }

  get bytes(): Readable {
    return this.body.bytes ?? Readable.from([]);
  }

  get rawBody(): Buffer {
    return this.body.raw ?? Buffer.alloc(0);
  }

  get contentType(): string | undefined {
    return this.context.contentType;
  }

  async request<Request extends ServiceRequest<unknown>>(
    requestClass: RequestClass<Request>,
    fields: FieldsOf<Request>,
  ): Promise<ReplyOf<Request>> {
    return JSON.parse(await this.send(requestClass, fields)) as ReplyOf<Request>;
  }

  async requestText<Request extends ServiceRequest<unknown>>(
    requestClass: RequestClass<Request>,
    fields: FieldsOf<Request>,
  ): Promise<JsonText> {
    return new JsonText(await this.send(requestClass, fields));
  }

  forward(): Promise<JsonText> {
    const { endpoint, request } = this.route;
    return this.requestText(request, {
      actor: this.principal,
      parameters: this.parameters,
      ...(endpoint.passesClientName && { clientName: this.clientName }),
      ...(endpoint.passesClientAddress && { clientAddress: this.address }),
      ...(endpoint.passesUserAgent && { userAgent: userAgentIn(this.headers) }),
    });
  }

  /** Not fields: tens of thousands of polls wait. */
  get headers(): IncomingHttpHeaders {
    return this.response.req.headers;
  }

  get isHead(): boolean {
    return this.response.req.method === 'HEAD';
  }

  get query(): string {
    const start = this.url.indexOf('?');
    return start === -1 ? '' : this.url.slice(start + 1);
  }

  get url(): string {
    return this.response.req.url ?? '';
  }

  get isSecure(): boolean {
    return this.context.isSecure;
  }

  get hasWaited(): boolean {
    return this.isWaiting;
  }

  beginWaiting(): void {
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

  async duringTransfer<Result>(transfer: () => Promise<Result>): Promise<Result> {
    this.context.slot?.beginTransfer();
    const result = await transfer();
    this.deadlineMs = this.newDeadlineMs();
    return result;
  }

  beginChange(): void {
    this.context.possibleChanges++;
  }

  private newDeadlineMs(): number {
    return this.transport.clock.nowMs() + (this.route.endpoint.timeoutMs ?? DEFAULT_CALL_TIMEOUT_MS);
  }

  /** A waiting call has no deadline of its own. */
  private async send<Request extends ServiceRequest<unknown>>(
    requestClass: RequestClass<Request>,
    fields: FieldsOf<Request>,
  ): Promise<string> {
    const { realmId, requestId, asOf, transport } = this;
    const deadlineMs = this.isWaiting ? undefined : transport.deadlineOf(requestClass, this.deadlineMs);
    const traceparent = this.context.trace?.traceparent;
    const isRead = requestClass.isRepeatable === true;
    if (!isRead) this.context.possibleChanges++;
    try {
      return await transport.requestText(requestClass, fields, { realmId, requestId, asOf, deadlineMs, traceparent });
    } catch (error) {
      if (!isRead && isNotStarted(error)) this.context.possibleChanges--;
      throw error;
    }
  }
}
