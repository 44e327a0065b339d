import { eventDescription, eventName, eventSchema, SUCCESS_ENVELOPE } from '@chat/contracts';
import { CompiledSchemas } from './compiled-schemas.js';
import { type CallParameters, type Capabilities, capabilitiesIn, registrationOf } from './registration.js';
import { endpointFor, errorSchema, registerSchemaFor, responseSchema } from './schemas.js';

/** One call as a client made it. */
export interface CheckedCall {
  readonly method: string;
  /** Below /api/v1. */
  readonly path: string;
  readonly parameters?: CallParameters;
  readonly status: number;
  readonly body: unknown;
}

/**
 * Compares responses and events with their schemas, and returns sentences about the differences. It remembers the
 * capabilities of registered queues, because they decide about the form of their events.
 */
export class WireCheck {
  private readonly queues = new Map<string, Capabilities>();

  private constructor(private readonly schemas: CompiledSchemas) {}

  static async create(): Promise<WireCheck> {
    return new WireCheck(await CompiledSchemas.ofProcess());
  }

  answer({ method, path, parameters = {}, status, body }: CheckedCall): string[] {
    const what = `${method} ${path}`;
    if (typeof body !== 'object' || body === null) return [`${what}: the answer is no object.`];
    const fields = body as Readonly<Record<string, unknown>>;
    if (status !== 200) return this.refusal(method, what, status, fields);
    const endpoint = endpointFor(method, path);
    if (endpoint === undefined) return [`${what}: no endpoint of the schema has this path.`];
    return (path === '/register' ? this.registration(parameters, fields) : this.success(method, path, fields))
      .concat(`${method} ${path}` === 'GET /events' ? this.events(fields) : [])
      .map((fault) => `${what}: ${fault}`);
  }

  /** One event; the forms that a client with these capabilities may get, or any form when they are not known. */
  event(event: unknown, capabilities?: Capabilities): string[] {
    const { type, op } = (event ?? {}) as { type?: unknown; op?: unknown };
    if (typeof type !== 'string') return ['An event without a type.'];
    const knownOp = typeof op === 'string' ? op : undefined;
    const name = eventName({ type, ...(knownOp !== undefined && { op: knownOp }) });
    if (!eventDescription(type, knownOp)) return [`There is no event ${name}.`];
    const key = `event ${name} ${JSON.stringify(capabilities)}`;
    const check = this.schemas.check(key, () => eventSchema(type, knownOp, capabilities));
    return check === undefined
      ? [`Event ${name} must not be sent to a client with ${JSON.stringify(capabilities)}.`]
      : check(event).map((fault) => `event ${name}: ${fault}`);
  }

  private refusal(method: string, what: string, status: number, fields: Readonly<Record<string, unknown>>): string[] {
    const code = typeof fields['code'] === 'string' ? fields['code'] : undefined;
    const check = this.schemas.check(`error ${method} ${code}`, () => errorSchema(method, code));
    return check?.(fields).map((fault) => `${what} (${status}): ${fault}`) ?? [];
  }

  private success(method: string, path: string, fields: Readonly<Record<string, unknown>>): string[] {
    const check = this.schemas.check(`${endpointFor(method, path)?.pattern}`, () => responseSchema(method, path));
    return check?.(fields) ?? [];
  }

  private registration(parameters: CallParameters, fields: Readonly<Record<string, unknown>>): string[] {
    const request = registrationOf(parameters, fields);
    if (typeof fields['queue_id'] === 'string') this.queues.set(fields['queue_id'], capabilitiesIn(parameters));
    const check = this.schemas.check(`register ${JSON.stringify(request)}`, () => ({
      allOf: [SUCCESS_ENVELOPE, registerSchemaFor(request)],
    }));
    return check?.(fields) ?? [];
  }

  private events({ queue_id, events }: Readonly<Record<string, unknown>>): string[] {
    const capabilities = this.queues.get(String(queue_id));
    return Array.isArray(events) ? events.flatMap((event) => this.event(event, capabilities)) : [];
  }
}
