import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type {
  ActorOf,
  Endpoint,
  FieldsOf,
  ParametersOf,
  Principal,
  ReplyOf,
  RequestClass,
  ServiceRequest,
} from '@chat/contracts';
import type { JsonText } from '@chat/redis-rpc';
import type { IncomingFile } from './incoming-file.js';

/** The caller at a later moment than the start of the call. */
export interface CallerNow {
  readonly principal: Principal;
  readonly asOf: string;
}

/** One authenticated, checked request to an endpoint, as controllers see it. */
export interface Call<E extends Endpoint = Endpoint> {
  /**
   * Checked values by their names in code, those of the path too; `undefined` for an optional one that was not sent. For an endpoint with
   * `streamsFile`: of those that have arrived, so they are complete after the last byte of the file.
   */
  readonly parameters: ParametersOf<E>;
  /** Whether the request has the optional file of an endpoint with `streamsFile`. */
  readonly hasFile: boolean;
  /** The file of an endpoint with `streamsFile`. */
  readonly file: IncomingFile;
  /** The body of an endpoint that speaks tus; empty without one. */
  readonly bytes: Readable;
  /** The body of a webhook; empty without one. */
  readonly rawBody: Buffer;
  readonly contentType: string | undefined;
  /** Path and query as they were sent. */
  readonly url: string;
  /** The caller; null without credentials, which only `anyone` and `user-or-spectator` endpoints allow. */
  readonly principal: ActorOf<E>;
  readonly realmId: number;
  /** A HEAD is served like a GET. */
  readonly isHead: boolean;
  /** Name of the client program: at most MAX_CLIENT_NAME_LENGTH characters. */
  readonly clientName: string;
  readonly headers: IncomingHttpHeaders;
  /** The query of the address as it was sent, for signatures of it. */
  readonly query: string;
  /** The realm has an HTTPS address, so cookies are for HTTPS only. */
  readonly isSecure: boolean;
  /** The client's address; trusted proxies may name it. */
  readonly address: string;
  readonly requestId: string;
  /** Log position that replies of services must reflect. */
  readonly asOf: string;

  /** Sends a request to a service, with this call's realm, request id, `asOf` and deadline. Rejects with the service's `ApiError`. */
  request<Request extends ServiceRequest<unknown>>(
    requestClass: RequestClass<Request>,
    fields: FieldsOf<Request>,
  ): Promise<ReplyOf<Request>>;

  /** Like `request`, but leaves the reply, which must be a JSON object, as text: for large replies. */
  requestText<Request extends ServiceRequest<unknown>>(
    requestClass: RequestClass<Request>,
    fields: FieldsOf<Request>,
  ): Promise<JsonText>;

  /** Sends the call to the service of its endpoint. The JSON text is the response. */
  forward(): Promise<JsonText>;

  /**
   * Turns the call into a waiting one, which counts neither against the rate limit nor among the calls in flight and has no deadline.
   * For endpoints with `longPoll`. Safe to repeat. Throws a 503 if too many calls wait.
   */
  beginWaiting(): void;

  /** Runs a step that moves the bytes of a file: it has no slot of the calls in flight, and the deadline of the call begins after it. */
  duringTransfer<Result>(transfer: () => Promise<Result>): Promise<Result>;

  /** To be called before a change that is not made by `request`, `requestText` or `forward`: a later 503 says that it is unknown. */
  beginChange(): void;

  /** The caller as of the current end of the log. Rejects if the credentials are no longer valid, or if there are none. */
  callerNow(): Promise<CallerNow>;

  /** Runs `listener` once if the client disconnects before the response. A call has at most one listener. */
  onDisconnect(listener: () => void): void;
}
