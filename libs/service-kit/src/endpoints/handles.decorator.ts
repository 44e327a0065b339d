import { requireAccess } from '@chat/auth';
import {
  type Class,
  type Endpoint,
  type EndpointRequest,
  fieldsOf,
  Principal,
  type ResponseOf,
  validated,
  writerOf,
} from '@chat/contracts';
import { JsonText, type RpcContext } from '@chat/redis-rpc';
import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type PipeTransform,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { StandbyInterceptor } from './standby.interceptor.js';

/** A handler of an endpoint without response fields may return nothing. `JsonText` is the response as it stands on the wire. */
type Handled<E extends Endpoint> = keyof ResponseOf<E> extends never ? unknown : ResponseOf<E> | JsonText;

interface HandlerOptions {
  /**
   * A standby of the database may serve the handler's reads outside of snapshots and transactions: for history, search and lists. Not for
   * data that changes without a domain event of the realm, the position that a standby must have reached. Nor for a handler that fills
   * state which requests share, such as a cache without versions.
   */
  readonly mayReadStandby?: boolean;
}

/**
 * Handles the calls of an endpoint: `@MessagePattern` with its pattern, a guard for its access, and the response by its names on the
 * wire. The handler takes `@Actor()` and `@Parameters()`, which must have the declared type of the endpoint's parameters.
 */
export function Handles<E extends Endpoint>(endpoint: E, { mayReadStandby = false }: HandlerOptions = {}) {
  if (mayReadStandby && endpoint.method !== 'GET') throw new Error(`${endpoint.pattern} is no GET, so it may write.`);
  return <Handler extends (...args: never[]) => Promise<Handled<E>> | Handled<E>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Handler>,
  ): void => {
    requireParametersClass(endpoint, target, key);
    const write = writerOf(endpoint.response);
    const handle = descriptor.value as unknown as (...args: unknown[]) => Promise<object | undefined>;
    const written = async function (this: unknown, ...args: unknown[]) {
      const response = (await handle.apply(this, args)) ?? {};
      return response instanceof JsonText ? response : write(response);
    };
    descriptor.value = written as unknown as Handler;
    MessagePattern(endpoint.pattern)(target, key, descriptor);
    UseGuards(accessGuard(endpoint))(target, key, descriptor);
    if (mayReadStandby) UseInterceptors(StandbyInterceptor)(target, key, descriptor);
  };
}

/** The pipe validates by the declared class, so another class or an interface would let every value pass. */
function requireParametersClass({ pattern, parameters }: Endpoint, target: object, key: string): void {
  if (fieldsOf(parameters).length === 0) return;
  const declared = Reflect.getMetadata('design:paramtypes', target, key) as unknown[] | undefined;
  if (declared?.includes(parameters)) return;
  throw new Error(`The handler of ${pattern} must declare its parameters as ${parameters.name}.`);
}

const requestIn = (context: ExecutionContext) => context.switchToRpc().getData<EndpointRequest>();

/** Refuses malformed actors and those without access, as the gateway does before. */
const accessGuard = (endpoint: Endpoint): CanActivate => ({
  canActivate: (context) => {
    const { actor } = requestIn(context);
    if (actor !== null) requireAccess(endpoint, validated(Principal, actor));
    return true;
  },
});

const fieldOfRequest = (field: keyof EndpointRequest) =>
  createParamDecorator((_: undefined, context: ExecutionContext) => requestIn(context)[field]);

/** The caller of the endpoint: a `Principal`, or null without credentials. */
export const Actor = fieldOfRequest('actor');

/** The realm that the endpoint was called in, also by callers without credentials. */
export const RealmId = createParamDecorator(
  (_: undefined, context: ExecutionContext) => context.switchToRpc().getContext<RpcContext>().request.realmId,
);

/** The name of the client program, for endpoints with `passesClientName`. */
export const ClientName = fieldOfRequest('clientName');

/** The network address of the client, for endpoints with `passesClientAddress`. */
export const ClientAddress = fieldOfRequest('clientAddress');

/** The `User-Agent` of the client, for endpoints with `passesUserAgent`; gateways of the former release leave it out. */
export const UserAgent = fieldOfRequest('userAgent');

/** Validates parameters by the class that the handler declares. */
@Injectable()
export class ParametersPipe implements PipeTransform {
  transform(value: unknown, { metatype }: { readonly metatype?: unknown }): unknown {
    return validated(metatype as Class, value);
  }
}

const parametersIn = fieldOfRequest('parameters');

/** The parameters of the endpoint, path parameters included. */
export const Parameters = () => parametersIn(ParametersPipe);
