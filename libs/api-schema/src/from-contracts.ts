import {
  allClientEvents,
  allEndpoints,
  allRegisterFields,
  type Class,
  describedSchema,
  fieldsOf as fieldsOfClass,
  referencedClasses,
  schemaOf,
} from '@chat/contracts';
import type { EventDescription } from './events/event-description.js';
import { fieldsOf, type RegisterFields } from './register/register-field.js';
import type { ResponseTable } from './responses/response.js';
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
    allEndpoints().map(({ method, path, response, mayBePartial }) => [
      `${method} ${path}`,
      { fields: fieldsIn(response), ...(mayBePartial && { mayBePartial }) },
    ]),
  );

export const contractEvents = (): EventDescription[] =>
  [...allClientEvents()].map(([target, { type, op, when }]) => ({
    type,
    ...(op !== undefined && { op }),
    when,
    forms: [{ fields: fieldsIn(target) }],
  }));

export const contractRegisterFields = (): RegisterFields =>
  Object.assign({}, ...allRegisterFields().map(({ fetchTypes, fields }) => fieldsOf(fetchTypes, fieldsIn(fields))));
