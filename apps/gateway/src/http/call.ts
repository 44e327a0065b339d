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

/** A file of a multipart request, whole in memory within the endpoint's limits. */
export interface UploadedFile {
  /** Name of the form field. */
  readonly field: string;
  /** As the client sent it: never a path to be trusted. */
  readonly fileName: string;
  /** As the client claims. */
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** A caller as of a later moment than the call's. */
export interface CallerNow {
  readonly principal: Principal;
  readonly asOf: string;
}

/** One authenticated, checked request to an endpoint: all that a controller knows about HTTP. */
export interface Call<E extends Endpoint = Endpoint> {
  /** Checked values by their names in code, those of the path too; `undefined` for an optional one that was not sent. */
  readonly parameters: ParametersOf<E>;
  /** Files, for endpoints that declare `upload`. */
  readonly files: readonly UploadedFile[];
  /** Who calls; null without credentials, which only `anyone` and `user-or-spectator` endpoints allow. */
  readonly principal: ActorOf<E>;
  readonly realmId: number;
  /** The client program, from `User-Agent`, as the reference server names it: at most MAX_CLIENT_NAME_LENGTH. */
  readonly clientName: string;
  /** The client's address, behind trusted proxies only. */
  readonly address: string;
  readonly requestId: string;
  /** What the client may rely on having happened: projections must have applied it before they are read. */
  readonly asOf: string;

  /** Asks a service, with this call's realm, request id, `asOf` and deadline. Rejects with the service's `ApiError`. */
  request<Request extends ServiceRequest<unknown>>(
    requestClass: RequestClass<Request>,
    fields: FieldsOf<Request>,
  ): Promise<ReplyOf<Request>>;

  /** Like `request`, but leaves the reply, which must be a JSON object, as text: for large answers passed through. */
  requestText<Request extends ServiceRequest<unknown>>(
    requestClass: RequestClass<Request>,
    fields: FieldsOf<Request>,
  ): Promise<JsonText>;

  /** Sends the call to the service of an endpoint of the contracts, whose response is JSON text. */
  forward(endpoint: Endpoint): Promise<JsonText>;

  /**
   * From now on the call only waits: it counts neither against the rate limit nor among the calls in flight, and its deadline
   * is off. For endpoints with `longPoll`. A second call does nothing; throws a 503 when too many wait.
   */
  beginWaiting(): void;

  /**
   * Who calls, as of everything that anybody was told by now: for answers that several services give at different moments. For
   * calls with credentials only. Rejects when these are good no longer.
   */
  callerNow(): Promise<CallerNow>;

  /** Runs `listener` once if the client goes away before it was answered; a call has one at most. */
  onDisconnect(listener: () => void): void;
}
