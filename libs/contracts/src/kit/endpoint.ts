import type { ApiError } from '../errors/api-error.js';
import type { Principal } from '../principal.js';
import type { Role } from '../roles.js';
import type { RequestClass, ServiceRequest } from '../service-request.js';
import type { Class } from './described-class.js';
import { Bool, Id } from './fields.js';
import type { Wire } from './names.js';

/** Prefix of the paths of all endpoints but those with `atRoot`, for Basic credentials. */
export const API_PREFIX = '/api/v1';
/** The same endpoints for sessions of browsers. */
export const SESSION_PREFIX = '/json';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Callers of an endpoint. `user`: with valid credentials. `user-or-spectator`: also without credentials; wrong ones are an error,
 * and the service decides about the view of spectators. `anyone`: ignores credentials.
 */
export type Access = 'user' | 'user-or-spectator' | 'anyone';

/** Default of parameters and response. */
export class NoFields {}

/** The response of an endpoint that created an object. */
export class Created {
  @Id() id!: number;
}

/**
 * The response of an endpoint that may stop early. If it is not complete, the gateway responds with `partially_completed`, and
 * the client repeats the call. The field is not on the wire.
 */
export class Completion {
  @Bool() isComplete!: boolean;
}

/** A response that is not JSON: a page, an image, a document. */
export class RawResponse {}

/** The one file of a multipart request, which is streamed and never held in memory. */
export interface StreamedFile {
  /** If absent, the limit of the operator for files in messages. */
  readonly maxMib?: number;
  /** Field of the register response with the operator's limit, if that is not `max_file_upload_size_mib`. */
  readonly limitField?: string;
  /** Text of the error for a request without a file; absent if the file is optional. */
  readonly missing?: string;
  /** Text of the error for a request with several files. */
  readonly several: string;
}

/** For the documentation: headers, and the bytes of the body, of a request that speaks tus. */
export interface TusExample {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** For the documentation: the JSON that another service posts. */
export interface WebhookExample {
  readonly body: string;
}

interface EndpointOptions<Parameters extends object, Response extends object, EndpointAccess extends Access> {
  /** `service.feature.verb`: the service, and the name of the handler. Controllers of the gateway serve `gateway.…`. */
  readonly pattern: string;
  /** Further paths with the same path parameters. */
  readonly aliasPaths?: readonly string[];
  /** `user` if absent. */
  readonly access?: EndpointAccess;
  /** The lowest role that may call. Rules that depend on data belong to the service. */
  readonly minimumRole?: Role;
  /** The error for lower roles, if not the usual one. */
  readonly roleError?: () => ApiError;
  readonly bots?: 'refused';
  /** Bots for incoming webhooks may call; other endpoints refuse them. */
  readonly incomingWebhooks?: 'allowed';
  /** One line: the effect of a successful call. */
  readonly summary: string;
  readonly description?: string;
  /** Group in the documentation; the first segment of the path if absent. */
  readonly tag?: string;
  readonly deprecated?: boolean;
  /** For the documentation: statuses of errors besides 400 and the common ones. */
  readonly errorStatuses?: readonly (403 | 404)[];
  /** The class of the parameters; no parameters if absent. */
  readonly parameters?: Class<Parameters>;
  /** For the documentation: values of parameters in the example, in addition to those that `kit/examples` derives. */
  readonly example?: Partial<NoInfer<Parameters>>;
  /** The class of a success without the envelope; no fields if absent. */
  readonly response?: Class<Response>;
  /** The body contains a password; a wrong one is a 401, too. */
  readonly checksPassword?: boolean;
  /**
   * Accepts one file under any field name. The controller reads its bytes while they arrive, and the parameters afterwards. Without it, the
   * gateway ignores parts with files.
   */
  readonly streamsFile?: StreamedFile;
  /**
   * Speaks tus 1.0.0: each request and response has the version, errors have a `message`, and the body of POST and PATCH is bytes, which
   * the controller reads while they arrive.
   */
  readonly tus?: TusExample;
  /**
   * Other services post to it. The caller may name an API key in the query instead of Basic credentials; browsers have no session
   * there. The body, of any content type, stays as it is. All parameters are in the query, and unknown ones are allowed. HEAD gets an empty
   * success without credentials if the integration of the path exists.
   */
  readonly webhook?: WebhookExample;
  /** May wait for events. Counts against the rate limit only if it did not wait. */
  readonly longPoll?: boolean;
  /**
   * Load shedding. `first`: always admitted, for cheap calls that free resources. `registration`: waits in a queue of its own.
   * `download`: the response is the stream of a file.
   */
  readonly slot?: 'first' | 'registration' | 'download';
  /** Served from the root of the host instead of `/api/v1`: linked files, and pages. */
  readonly atRoot?: boolean;
  /** Served only for sessions. It replaces the endpoint with the same method and path there. */
  readonly onlyForSessions?: boolean;
  /**
   * A page for people, at the root of the host. The session cookie names the caller, and an ended session counts as none. A form needs the
   * CSRF token, and errors are pages, too.
   */
  readonly isPage?: boolean;
  /** Pages of other sites may post the form of this page: it needs no CSRF token, and must not act for the caller. */
  readonly acceptsForeignPages?: boolean;
  /** At this path a browser sends its session cookie, and a program Basic credentials. */
  readonly takesSessions?: boolean;
  /** Open to sessions of people without the second factor that their realm requires. */
  readonly withoutSecondFactor?: 'allowed';
  /** Also served at the origin FILES_URL, where everything else gets a 404. It takes no credentials. */
  readonly isOnFilesOrigin?: boolean;
  /** A file that never changes; reads of such files have a rate limit of their own. */
  readonly isPicture?: boolean;
  /** An identity provider calls it for many people; it has a rate limit of its own. */
  readonly isForProviders?: boolean;
  /** Redirects to a picture. */
  readonly leadsToPicture?: boolean;
  /** The service request has the name of the client program in `clientName`. */
  readonly passesClientName?: boolean;
  /** The service request has the network address of the client in `clientAddress`. */
  readonly passesClientAddress?: boolean;
  /** The service request has the `User-Agent` of the client in `userAgent`. */
  readonly passesUserAgent?: boolean;
  /** Larger than the usual limit. */
  readonly maxBodyBytes?: number;
  /** Cost of a reading call of a session, in cheap calls; 1 if absent. Their rate limit is a budget of costs. */
  readCost?(parameters: Parameters): number;
  /** Whether a call may be executed twice, if that depends on its parameters. */
  readonly isRepeatable?: (parameters: Parameters) => boolean;
  /** Time limit of a call, if not the usual one. */
  readonly timeoutMs?: number;
  /** One preferred replica serves the calls of a realm while it keeps up. */
  readonly hasRealmAffinity?: boolean;
}

/** A declared endpoint, with defaults. */
export interface Endpoint<
  Parameters extends object = object,
  Response extends object = object,
  EndpointAccess extends Access = Access,
> extends Omit<EndpointOptions<Parameters, Response, EndpointAccess>, 'isRepeatable'> {
  readonly method: Method;
  readonly path: string;
  readonly access: EndpointAccess;
  readonly parameters: Class<Parameters>;
  readonly response: Class<Response>;
  /** Whether executing a call twice is harmless. True for GET. */
  readonly isRepeatable: boolean | ((request: never) => boolean);
}

/** The request that a service receives for a call. */
export interface EndpointRequest<E extends Endpoint = Endpoint> {
  readonly actor: ActorOf<E>;
  readonly parameters: ParametersOf<E>;
  readonly clientName?: string;
  readonly clientAddress?: string;
  readonly userAgent?: string;
}

export type ParametersOf<E> = E extends Endpoint<infer Parameters, infer _Response, infer _Access> ? Parameters : never;
export type ResponseOf<E> = E extends Endpoint<infer _Parameters, infer Response, infer _Access> ? Response : never;
/** A response as it stands on the wire, without the envelope. */
export type WireResponseOf<E> = Wire<ResponseOf<E>>;
/** Null if credentials are ignored or absent. */
export type ActorOf<E extends Endpoint> = E['access'] extends 'user'
  ? Principal
  : E['access'] extends 'anyone'
    ? null
    : Principal | null;

const endpoints = new Map<string, Endpoint>();

/** Method and path below `/api/v1`. Path parameters stand in braces and are fields of `parameters`: `GET /drafts/{draft_id}`. */
type EndpointRoute = `${Method} /${string}`;

/** Declares an endpoint and adds it to the list of all. Throws if another endpoint has the pattern. */
export function endpoint<
  Parameters extends object = NoFields,
  Response extends object = NoFields,
  const EndpointAccess extends Access = 'user',
>(
  route: EndpointRoute,
  options: EndpointOptions<Parameters, Response, EndpointAccess>,
): Endpoint<Parameters, Response, EndpointAccess> {
  const { pattern } = options;
  if (endpoints.has(pattern)) throw new Error(`Two endpoints have the pattern ${pattern}.`);
  const declared = unlistedEndpoint(route, options);
  endpoints.set(pattern, declared as unknown as Endpoint);
  return declared;
}

type PageOptions<Parameters extends object> = Omit<
  EndpointOptions<Parameters, RawResponse, 'user-or-spectator'>,
  'access' | 'atRoot' | 'isPage' | 'response'
>;

/** Declares a page for people in a browser, in the group `pages` unless the options name another. */
export const page = <Parameters extends object = NoFields>(
  route: EndpointRoute,
  options: PageOptions<Parameters>,
): Endpoint<Parameters, RawResponse, 'user-or-spectator'> =>
  endpoint(route, {
    access: 'user-or-spectator',
    atRoot: true,
    isPage: true,
    tag: 'pages',
    response: RawResponse,
    ...options,
  });

/** An endpoint that is in no list: a sample for tests. */
export function unlistedEndpoint<
  Parameters extends object = NoFields,
  Response extends object = NoFields,
  const EndpointAccess extends Access = 'user',
>(
  route: EndpointRoute,
  { isRepeatable, ...described }: EndpointOptions<Parameters, Response, EndpointAccess>,
): Endpoint<Parameters, Response, EndpointAccess> {
  const [method, path] = route.split(' ') as [Method, string];
  return {
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
}

/** The path on the host, with path parameters in braces. */
export function fullPathOf({ path, atRoot, onlyForSessions }: PlacedEndpoint): string {
  if (atRoot) return path;
  return (onlyForSessions ? SESSION_PREFIX : API_PREFIX) + path;
}

/** The path for sessions; undefined for endpoints without one. */
export const sessionPathOf = ({ path, atRoot, webhook }: PlacedEndpoint): string | undefined =>
  atRoot || webhook ? undefined : SESSION_PREFIX + path;

type PlacedEndpoint = Pick<Endpoint, 'path' | 'atRoot' | 'onlyForSessions' | 'webhook'>;

/** The group of an endpoint in the documentation. */
export const groupOf = ({ tag, path }: Pick<Endpoint, 'path' | 'tag'>): string => tag ?? path.split('/')[1] ?? '';

/** Whether a controller of the gateway serves the endpoint, instead of a service. */
export const isServedByGateway = ({ pattern }: Pick<Endpoint, 'pattern'>): boolean => pattern.startsWith('gateway.');

/** Whether only browsers with cookies use the endpoint, so that programs need no example of it. */
export const isForBrowsers = ({ isPage, onlyForSessions }: Pick<Endpoint, 'isPage' | 'onlyForSessions'>): boolean =>
  isPage === true || onlyForSessions === true;

/** Whether the body is bytes without a form. */
export const takesBytes = ({ tus, method }: Pick<Endpoint, 'tus' | 'method'>): boolean =>
  tus !== undefined && (method === 'POST' || method === 'PATCH');

/** Every endpoint of the contracts, in the order of their declaration. */
export const allEndpoints = (): readonly Endpoint[] => [...endpoints.values()];

/** The service request of an endpoint. Its reply is the response as it stands on the wire. */
export type EndpointServiceRequest<E extends Endpoint> = EndpointRequest<E> & ServiceRequest<WireResponseOf<E>>;

/** An endpoint as a class of service requests, for callers that bypass the gateway. */
export const requestOf = <E extends Endpoint>(endpoint: E): RequestClass<EndpointServiceRequest<E>> =>
  endpoint as unknown as RequestClass<EndpointServiceRequest<E>>;
