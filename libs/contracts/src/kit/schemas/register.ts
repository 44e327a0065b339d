import type { Capability } from '../../client-capabilities.js';
import { fieldsOf } from '../described-class.js';
import type { JsonSchema } from '../json-schema.js';
import { allRegisterFields, type RegisterFieldsDescription } from '../register-fields.js';
import { describedSchema } from '../types/object.js';
import { lazily } from './lazily.js';

/** A register field with its conditions. */
export interface RegisterField extends Omit<RegisterFieldsDescription, 'fields' | 'without'> {
  readonly schema: JsonSchema;
  /** May be absent for a reason that no condition states. */
  readonly isConditional: boolean;
  /** The form for clients without a capability. */
  readonly without?: { readonly capability: Capability; readonly schema: JsonSchema };
}

/** All register fields by name. */
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

/** The schema of any response to POST /register. Descriptions state the conditions. */
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

/** The conditions of a field in a sentence. */
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
    absentIfFetchType && `Not when \`${absentIfFetchType}\` is requested.`,
    without && `Another form for clients without \`${without.capability}\`.`,
  ];
  return when.filter((part) => part !== undefined).join(' ');
}
