import {
  allClientEvents,
  allEndpoints,
  allRegisterFields,
  type Class,
  Completion,
  describedSchema,
  fieldsOf as fieldsOfClass,
  RawResponse,
  referencedClasses,
  schemaOf,
} from '@chat/contracts';
import type { EventDescription } from './events/event-description.js';
import { fieldsOf, type RegisterField, type RegisterFields } from './register/register-field.js';
import type { ResponseDescription, ResponseTable } from './responses/response.js';
import type { Fields, JsonSchema } from './schema.js';

/** The fields of a class, each with its schema. */
const fieldsIn = (target: Class): Fields =>
  Object.fromEntries(
    fieldsOfClass(target).map((field) => [`${field.wireName}${field.required ? '' : '?'}`, describedSchema(field)]),
  );

/** What the contracts describe by classes, in the form of the tables of this library. */
export const contractDefinitions = (): Record<string, JsonSchema> =>
  Object.fromEntries([...referencedClasses()].map(([name, target]) => [name, schemaOf(target)]));

export const contractResponses = (): ResponseTable =>
  Object.fromEntries(
    allEndpoints().flatMap(({ method, path, aliasPaths = [], response }) =>
      [path, ...aliasPaths].map((served) => [`${method} ${served}`, responseOf(response)]),
    ),
  );

function responseOf(response: Class): ResponseDescription {
  if (response === RawResponse) return { fields: {}, isRaw: true };
  if (response === Completion) return { fields: {}, mayBePartial: true };
  return { fields: fieldsIn(response) };
}

/** Classes with the same type and op are the forms of one event. */
export function contractEvents(): EventDescription[] {
  const events = new Map<string, EventDescription>();
  for (const [target, { form, clients, ...event }] of allClientEvents()) {
    const name = `${event.type} ${event.op ?? ''}`;
    const others = events.get(name);
    const described = {
      fields: fieldsIn(target),
      ...(form !== undefined && { name: form }),
      ...(clients && { clients }),
    };
    events.set(name, { ...(others ?? event), forms: [...(others?.forms ?? []), described] });
  }
  return [...events.values()];
}

export function contractRegisterFields(): RegisterFields {
  const all = allRegisterFields();
  const newer = all.filter(({ without }) => without === undefined);
  const older = all.flatMap(({ without: capability, fields }) =>
    capability === undefined
      ? []
      : Object.entries(fieldsIn(fields)).map(([name, schema]) => [name, { without: { capability, schema } }] as const),
  );
  const fields: Record<string, RegisterField> = Object.assign(
    {},
    ...newer.map(({ fetchTypes, fields: target, without: _, ...conditions }) =>
      fieldsOf(fetchTypes, fieldsIn(target), conditions),
    ),
  );
  for (const [name, form] of older) {
    const field = fields[name];
    if (field === undefined) throw new Error(`The register field ${name} has only a form for older clients.`);
    fields[name] = { ...field, ...form };
  }
  return fields;
}
