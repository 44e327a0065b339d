import { type ApiError, defineField, type Endpoint, type FieldType, id, NoFields, type Role } from '@chat/contracts';
import { type CamelCase, camelCase } from './parameters/camel-case.js';
import type { Members, ObjectOf } from './parameters/object.js';
import type { Parameter, ValueOf } from './parameters/parameter.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call. `user`: whoever has valid credentials. `user-or-spectator`: also without credentials, but wrong ones are
 * refused; the service decides what a spectator sees. `anyone`: credentials are not looked at.
 */
export type Access = 'user' | 'user-or-spectator' | 'anyone';

/** Files of a multipart request. */
export interface UploadLimits {
  readonly maxFiles: number;
  readonly maxFileBytes: number;
}

/** The names in braces in a path. */
export type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

/** Everything that HTTP needs to know about one endpoint; routing, checks, OpenAPI and tests are all made from it. */
export interface EndpointDefinition<
  Path extends string = string,
  EndpointAccess extends Access = Access,
  Parameters extends Members = Members,
  PathParameters extends Members = Members,
> {
  readonly method: Method;
  /** Below `/api/v1`, with path parameters in braces: `/messages/{message_id}`. Path parameters are integers. */
  readonly path: Path;
  /** Further paths of the same endpoint, with the same path parameters. */
  readonly aliasPaths?: readonly string[];
  readonly access: EndpointAccess;
  /** What is checked is a password in the body: a wrong one is a 401 as well. */
  readonly checksPassword?: boolean;
  /** The lowest role that may call, by the contract's words for each. Rules that need data belong to the service. */
  readonly minimumRole?: Role;
  /** What callers below that are told, where the contract's words for the role are not said. */
  readonly roleRefusal?: () => ApiError;
  readonly bots?: 'refused';
  /** Bots for incoming webhooks are refused by all other endpoints. */
  readonly incomingWebhooks?: 'allowed';
  /** One line: what a successful call does. */
  readonly summary: string;
  readonly description?: string;
  /** Group in the documentation; the first segment of the path when left out. */
  readonly tag?: string;
  readonly deprecated?: boolean;
  /** Statuses of its refusals beside 400 and those that every endpoint has; for the documentation. */
  readonly refusalStatuses?: readonly (403 | 404)[];
  /** By their names on the wire. */
  readonly parameters: Parameters;
  /** Path parameters that are not integers. The endpoint with the best fitting path is chosen by them. */
  readonly pathParameters?: PathParameters;
  /**
   * The call may begin to wait (`call.beginWaiting()`). It counts against the rate limit only if it was answered without
   * having waited.
   */
  readonly longPoll?: boolean;
  /**
   * What it is when there is more to do than can be done. `first`: let in all the same; for what costs little and makes room.
   * `registration`: waits in a queue of its own, so it is counted and timed apart from other calls.
   */
  readonly place?: 'first' | 'registration';
  /** Takes files; without it, parts with a file are ignored parameters. */
  readonly upload?: UploadLimits;
  /** For endpoints whose parameters are larger than MAX_FORM_BYTES. */
  readonly maxBodyBytes?: number;
  /** Served from the root of the host instead of below `/api/v1`: files that are linked to, pages for people. */
  readonly atRoot?: boolean;
  /** A file for everybody that never changes: counts against a limit of its own. */
  readonly isPicture?: boolean;
  /** How long the whole call may take; DEFAULT_CALL_TIMEOUT_MS when left out. Waiting polls are not bound by it. */
  readonly timeoutMs?: number;
}

/** Declares an endpoint. A separate constant, so that tests and documents find it without starting anything. */
export function endpoint<
  const Path extends string,
  const EndpointAccess extends Access,
  Parameters extends Members,
  // biome-ignore lint/complexity/noBannedTypes: no path parameter but integers.
  PathParameters extends Members = {},
>(
  definition: EndpointDefinition<Path, EndpointAccess, Parameters, PathParameters>,
): EndpointDefinition<Path, EndpointAccess, Parameters, PathParameters> {
  return definition;
}

/** `call.parameters` of an endpoint. */
export type ParametersOf<E extends EndpointDefinition> = ObjectOf<E['parameters']>;

type DeclaredIn<E extends EndpointDefinition> = NonNullable<E['pathParameters']>;

/** `call.path` of an endpoint: integers unless the definition says otherwise. */
export type PathOf<E extends EndpointDefinition> = {
  readonly [Name in PathNames<E['path']> as CamelCase<Name>]: Name extends keyof DeclaredIn<E>
    ? DeclaredIn<E>[Name] extends Parameter<unknown>
      ? ValueOf<DeclaredIn<E>[Name]>
      : number
    : number;
};

/** The definition as an endpoint of the contracts. */
export function contractOf(definition: EndpointDefinition): Endpoint {
  const { parameters, pathParameters = {}, refusalStatuses, roleRefusal, ...shared } = definition;
  abstract class Parameters {}
  for (const name of [...definition.path.matchAll(/\{([^}]+)\}/g)].map(([, found]) => found as string)) {
    defineField(Parameters, camelCase(name), pathParameters[name]?.rule ?? id(), { wireName: name });
  }
  for (const [name, { rule, required, defaultValue, aliases, deprecated, description }] of Object.entries(parameters)) {
    defineField(Parameters, camelCase(name), rule as FieldType, {
      optional: !required,
      default: defaultValue,
      aliases,
      deprecated,
      wireName: name,
      ...(description !== undefined && { description }),
    });
  }
  return {
    ...shared,
    pattern: 'gateway.defined',
    parameters: Parameters,
    response: NoFields,
    isRepeatable: false,
    ...(refusalStatuses !== undefined && { errorStatuses: refusalStatuses }),
    ...(roleRefusal !== undefined && { roleError: roleRefusal }),
  };
}
