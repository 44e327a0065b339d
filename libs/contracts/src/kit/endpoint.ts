import type { ApiError } from '../errors/api-error.js';
import type { Principal } from '../principal.js';
import type { Role } from '../roles.js';
import type { Class } from './described-class.js';
import { Bool, Id } from './fields.js';
import type { Wire } from './names.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The callers of an endpoint. `user`: callers with valid credentials. `user-or-spectator`: also callers without credentials,
 * while wrong credentials are an error; the service decides what a spectator sees. `anyone`: credentials are ignored.
 */
export type Access = 'user' | 'user-or-spectator' | 'anyone';

/** Parameters of an endpoint that has none, and the response of one whose success carries no fields. */
export class NoFields {}

/** The response of an endpoint that created an object. */
export class Created {
  @Id() id!: number;
}

/**
 * The response of an endpoint that may stop early, so that the client repeats the call. The gateway responds with
 * `partially_completed` if it is not complete; the field itself is not on the wire.
 */
export class Completion {
  @Bool() isComplete!: boolean;
}

/** The response of an endpoint that is not JSON: a page, an image, a document. */
export class RawResponse {}

/** Files of a multipart request. */
export interface UploadLimits {
  readonly maxFiles: number;
  readonly maxFileBytes: number;
}

export interface EndpointOptions<Parameters extends object, Response extends object, EndpointAccess extends Access> {
  /** `service.feature.verb`: the service that serves the endpoint, and the name of its handler. `gateway` serves some itself. */
  readonly pattern: string;
  /** Method and path below `/api/v1`. Path parameters stand in braces and are fields of `parameters`: `GET /drafts/{draft_id}`. */
  readonly route: `${Method} /${string}`;
  /** Further paths with the same path parameters. */
  readonly aliasPaths?: readonly string[];
  /** `user` if absent. */
  readonly access?: EndpointAccess;
  /** The lowest role that may call. Rules that need data belong to the service. */
  readonly minimumRole?: Role;
  /** The error for callers below the minimum role, where it is not the usual one of that role. */
  readonly roleError?: () => ApiError;
  readonly bots?: 'refused';
  /** Bots for incoming webhooks may call; all other endpoints refuse them. */
  readonly incomingWebhooks?: 'allowed';
  /** One line: what a successful call does. */
  readonly summary: string;
  readonly description?: string;
  /** Group in the documentation; the first segment of the path if absent. */
  readonly tag?: string;
  readonly deprecated?: boolean;
  /** Statuses of its errors besides 400 and those of every endpoint, for the documentation. */
  readonly errorStatuses?: readonly (403 | 404)[];
  /** The class whose fields are the parameters; none if absent. */
  readonly parameters?: Class<Parameters>;
  /** The class whose fields stand in a success beside the envelope; none if absent. */
  readonly response?: Class<Response>;
  /** Checks a password in the body: a wrong one is also a 401. */
  readonly checksPassword?: boolean;
  /** Takes files; without it, parts with a file are ignored parameters. */
  readonly upload?: UploadLimits;
  /** The call may wait for events. It counts against the rate limit only if it did not wait. */
  readonly longPoll?: boolean;
  /**
   * Admission under load. `first`: always admitted, for calls that cost little and free resources. `registration`: waits in a
   * queue of its own.
   */
  readonly place?: 'first' | 'registration';
  /** Served from the root of the host instead of below `/api/v1`: files that messages link to, pages for people. */
  readonly atRoot?: boolean;
  /** A public file that never changes: it counts against a rate limit of its own. */
  readonly isPicture?: boolean;
  /** The name of the client program is a field `clientName` of the service request. */
  readonly passesClientName?: boolean;
  /** The network address of the client is a field `clientAddress` of the service request. */
  readonly passesClientAddress?: boolean;
  /** For endpoints whose parameters are larger than the usual limit. */
  readonly maxBodyBytes?: number;
  /** Whether a call may be executed twice, where that is not the same for every call of the method: a write with a key. */
  readonly isRepeatable?: (parameters: Parameters) => boolean;
  /** How long the whole call may take, if not as long as usual. */
  readonly timeoutMs?: number;
  /** One replica serves a realm's calls while it keeps up. */
  readonly hasRealmAffinity?: boolean;
}

/** An endpoint: everything that the gateway, its service, the documentation and the tests need to know about it. */
export interface Endpoint<
  Parameters extends object = object,
  Response extends object = object,
  EndpointAccess extends Access = Access,
> extends Omit<EndpointOptions<Parameters, Response, EndpointAccess>, 'route' | 'isRepeatable'> {
  readonly method: Method;
  readonly path: string;
  readonly access: EndpointAccess;
  readonly parameters: Class<Parameters>;
  readonly response: Class<Response>;
  /** Whether executing a call twice is harmless: a GET changes nothing. */
  readonly isRepeatable: boolean | ((request: never) => boolean);
}

/** What a service receives when an endpoint is called. */
export interface EndpointRequest<E extends Endpoint = Endpoint> {
  readonly actor: ActorOf<E>;
  readonly parameters: ParametersOf<E>;
  readonly clientName?: string;
  readonly clientAddress?: string;
}

export type ParametersOf<E> = E extends Endpoint<infer Parameters, infer _Response, infer _Access> ? Parameters : never;
export type ResponseOf<E> = E extends Endpoint<infer _Parameters, infer Response, infer _Access> ? Response : never;
/** A response as it stands on the wire, without the envelope. */
export type WireResponseOf<E> = Wire<ResponseOf<E>>;
/** Present if credentials are required, null if they are ignored, either if they may be left out. */
export type ActorOf<E extends Endpoint> = E['access'] extends 'user'
  ? Principal
  : E['access'] extends 'anyone'
    ? null
    : Principal | null;

const endpoints: Endpoint[] = [];

/** Declares an endpoint and adds it to the list of all. Throws if another endpoint has the pattern. */
export function endpoint<
  Parameters extends object = NoFields,
  Response extends object = NoFields,
  const EndpointAccess extends Access = 'user',
>(options: EndpointOptions<Parameters, Response, EndpointAccess>): Endpoint<Parameters, Response, EndpointAccess> {
  const { route, isRepeatable, ...described } = options;
  const [method, path] = route.split(' ') as [Method, string];
  const { pattern } = described;
  if (endpoints.some((other) => other.pattern === pattern))
    throw new Error(`Two endpoints have the pattern ${pattern}.`);
  const declared = {
    access: 'user',
    parameters: NoFields,
    response: NoFields,
    ...described,
    method,
    path,
    isRepeatable: isRepeatable
      ? ({ parameters }: { readonly parameters: Parameters }) => isRepeatable(parameters)
      : method === 'GET',
  } as unknown as Endpoint<Parameters, Response, EndpointAccess>;
  endpoints.push(declared as unknown as Endpoint);
  return declared;
}

/** Whether a controller of the gateway serves the endpoint, instead of a service that the gateway forwards it to. */
export const isServedByGateway = ({ pattern }: Pick<Endpoint, 'pattern'>): boolean => pattern.startsWith('gateway.');

/** Every endpoint of the contracts, in the order of their declaration. */
export const allEndpoints = (): readonly Endpoint[] => endpoints;
