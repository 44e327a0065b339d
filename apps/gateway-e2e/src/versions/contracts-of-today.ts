import { isDeepStrictEqual } from 'node:util';
import * as contracts from '@chat/contracts';
import { type Class, type Endpoint, fieldsOf, ServiceRequest, validated, writerOf } from '@chat/contracts';
import { RequestValidationPipe } from '@chat/redis-rpc';
import type { RequestFields } from './contract-record.js';

export interface RequestOfToday {
  /** Name under which libs/contracts exports the request. */
  readonly name: string;
  readonly fields: RequestFields;
  /** The type of its body, in terms of `contracts`, the exports of libs/contracts. */
  readonly type: string;
  /** The type of its reply; absent for endpoints, where `faultOfReply` reads the names on the wire. */
  readonly replyType?: string;
  /** Fault of the reply of an endpoint: a removed, renamed or newly required field, at any depth. */
  readonly faultOfReply?: (reply: unknown) => string | undefined;
  /** Validates a body as the service does, and returns the fields that a handler reads. */
  read(body: unknown): unknown;
}

export interface ContractsOfToday {
  /** By pattern. */
  readonly requests: ReadonlyMap<string, RequestOfToday>;
  /** Names under which libs/contracts exports the types of domain events, by type. */
  readonly events: ReadonlyMap<string, string>;
}

export function contractsOfToday(): ContractsOfToday {
  const requests = new Map<string, RequestOfToday>();
  const events = new Map<string, string>();
  for (const [name, exported] of Object.entries(contracts)) {
    if (typeof exported === 'function' && exported.prototype instanceof ServiceRequest && 'pattern' in exported) {
      requests.set(String(exported.pattern), ofClass(name, exported as unknown as RequestConstructor));
    } else if (isEndpoint(exported)) {
      requests.set(exported.pattern, ofEndpoint(name, exported));
    } else if (typeof exported === 'object' && exported !== null && 'matches' in exported && 'type' in exported) {
      events.set(String(exported.type), name);
    }
  }
  return { requests, events };
}

type RequestConstructor = new () => ServiceRequest<unknown>;

const pipe = new RequestValidationPipe();

/** A reply without content is null on the wire. */
const ofClass = (name: string, type: RequestConstructor): RequestOfToday => ({
  name,
  fields: fieldsIn(type),
  type: `contracts.FieldsOf<contracts.${name}>`,
  replyType: `void extends contracts.ReplyOf<contracts.${name}> ? null : contracts.ReplyOf<contracts.${name}>`,
  read: (body) => pipe.transform(body, { type: 'body', metatype: type }),
});

const isEndpoint = (exported: unknown): exported is Endpoint =>
  typeof exported === 'object' && exported !== null && 'pattern' in exported && 'parameters' in exported;

const ofEndpoint = (name: string, { parameters, response }: Endpoint): RequestOfToday => ({
  name,
  fields: {
    actor: 'required',
    ...fieldsIn(parameters, 'parameters.'),
  },
  type: `contracts.EndpointRequest<typeof contracts.${name}>`,
  faultOfReply: (reply) => faultOfResponse(response, reply as Record<string, unknown>),
  read: (body) => {
    const { actor, parameters: values } = body as { actor: unknown; parameters: object };
    const read = Object.entries(validated(parameters, values)).map(([field, value]) => [`parameters.${field}`, value]);
    return { actor, ...Object.fromEntries(read) };
  },
});

function faultOfResponse(response: Class, reply: Record<string, unknown>): string | undefined {
  try {
    const read = fieldsOf(response).flatMap(({ wireName, property, type, required }) =>
      required || wireName in reply ? [[property, type.check(reply[wireName], wireName)]] : [],
    );
    const written = writerOf(response)(Object.fromEntries(read));
    return isDeepStrictEqual(written, reply) ? undefined : `has other fields: ${JSON.stringify(written)}`;
  } catch (error) {
    return (error as Error).message;
  }
}

const fieldsIn = (target: Class, prefix = ''): RequestFields =>
  Object.fromEntries(
    fieldsOf(target).map(({ property, required }) => [`${prefix}${property}`, required ? 'required' : 'optional']),
  );
