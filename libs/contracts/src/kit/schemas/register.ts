import type { Capability } from '../../client-capabilities.js';
import { fieldsOf } from '../described-class.js';
import type { JsonSchema } from '../json-schema.js';
import { allRegisterFields, type RegisterFieldsDescription } from '../register-fields.js';
import { describedSchema } from '../types/object.js';
import { lazily } from './lazily.js';

/** One field of the response to POST /register, and its conditions. */
export interface RegisterField extends Omit<RegisterFieldsDescription, 'fields' | 'without'> {
  readonly schema: JsonSchema;
  /** May be absent for another reason. */
  readonly isConditional: boolean;
  /** The form for a client that did not declare a capability. */
  readonly without?: { readonly capability: Capability; readonly schema: JsonSchema };
}

/** Every field of the response to POST /register, with its conditions. */
export const registerFieldDescriptions = lazily((): Readonly<Record<string, RegisterField>> => {
  const described: Record<string, RegisterField> = {};
  const olderForms: [name: string, capability: Capability, schema: JsonSchema][] = [];
  for (const { fields, without: capability, ...conditions } of allRegisterFields()) {
    for (const field of fieldsOf(fields)) {
      const schema = describedSchema(field);
      if (capability !== undefined) olderForms.push([field.wireName, capability, schema]);
      else described[field.wireName] = { ...conditions, schema, isConditional: !field.required };
    }
  }
  for (const [name, capability, schema] of olderForms) {
    const field = described[name];
    if (field === undefined) throw new Error(`The register field ${name} has only a form for older clients.`);
    described[name] = { ...field, without: { capability, schema } };
  }
  return described;
});

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
  for (const [name, field] of Object.entries(registerFieldDescriptions())) {
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
    Object.entries(registerFieldDescriptions()).map(([name, field]) => [
      name,
      { ...field.schema, description: registerFieldNote(field) },
    ]),
  ),
  required: Object.entries(registerFieldDescriptions())
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
