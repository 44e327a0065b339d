import type { Capability } from '../events/event-description.js';
import { contractRegisterFields } from '../from-contracts.js';
import { about, type JsonSchema } from '../schema.js';
import { MESSAGE_REGISTER_FIELDS } from './message-fields.js';
import type { RegisterField, RegisterFields } from './register-field.js';

export type { RegisterField, RegisterFields } from './register-field.js';

/** Every field of the answer to POST /register, with what it depends on. */
export const registerFields: RegisterFields = {
  ...contractRegisterFields(),
  ...MESSAGE_REGISTER_FIELDS,
};

/** What of a registration decides about the fields of its answer. */
export interface RegisterRequest {
  /** `fetch_event_types`, or `event_types` when that is absent; undefined: everything. */
  readonly fetchTypes?: readonly string[] | undefined;
  readonly capabilities?: Readonly<Partial<Record<Capability, boolean>>>;
  /** Without credentials fewer fields come. */
  readonly isSpectator?: boolean;
}

const declared = (request: RegisterRequest, capability: Capability): boolean =>
  request.capabilities?.[capability] ?? false;

/** Whether the answer has the field; `maybe` when that depends on something else. */
export function hasRegisterField(field: RegisterField, request: RegisterRequest): boolean | 'maybe' {
  const { fetchTypes } = request;
  const wants = (type: string) => fetchTypes === undefined || fetchTypes.includes(type);
  if (!field.fetchTypes.every(wants)) return false;
  if (field.absentIfCapability && declared(request, field.absentIfCapability)) return false;
  // Who asks for everything has not asked for the newer type by name.
  if (field.absentIfFetchType && fetchTypes?.includes(field.absentIfFetchType)) return false;
  if (field.isConditional) return 'maybe';
  return request.isSpectator === true && field.fetchTypes.length > 0 ? 'maybe' : true;
}

/** The fields of the answer to one registration: those that must be there, may be, and must not. */
export function registerSchemaFor(request: RegisterRequest): JsonSchema {
  const properties: Record<string, JsonSchema | false> = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries(registerFields)) {
    const presence = hasRegisterField(field, request);
    const isOlder = field.without !== undefined && !declared(request, field.without.capability);
    properties[name] = presence === false ? false : isOlder ? (field.without?.schema ?? field.schema) : field.schema;
    if (presence === true) required.push(name);
  }
  return { type: 'object', properties, required };
}

/** The fields of any answer to POST /register, each with what it depends on. */
export const registerSchema = (): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(registerFields).map(([name, field]) => [name, about(field.schema, registerFieldNote(field))]),
  ),
  required: Object.entries(registerFields)
    .filter(([, field]) => field.fetchTypes.length === 0)
    .map(([name]) => name),
});

/** When a field is there, in a sentence. */
export function registerFieldNote({
  schema,
  fetchTypes,
  absentIfCapability,
  absentIfFetchType,
  without,
}: RegisterField): string {
  const quoted = fetchTypes.map((type) => `\`${type}\``).join(' and ');
  const when = [
    typeof schema['description'] === 'string' ? schema['description'] : undefined,
    fetchTypes.length === 0 ? 'Always.' : `With ${quoted} among the fetch types.`,
    absentIfCapability && `Not for clients with \`${absentIfCapability}\`.`,
    absentIfFetchType && `Not when \`${absentIfFetchType}\` is asked for.`,
    without && `Another form for clients without \`${without.capability}\`.`,
  ];
  return when.filter((part) => part !== undefined).join(' ');
}
