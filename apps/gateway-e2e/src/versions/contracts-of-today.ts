import * as contracts from '@chat/contracts';
import { ServiceRequest } from '@chat/contracts';
import { getMetadataStorage } from 'class-validator';
import type { RequestFields } from './contract-record.js';

export interface RequestOfToday {
  /** Name under which libs/contracts exports its class. */
  readonly name: string;
  readonly type: new () => ServiceRequest<unknown>;
  readonly fields: RequestFields;
}

export interface ContractsOfToday {
  /** By pattern. */
  readonly requests: ReadonlyMap<string, RequestOfToday>;
  /** Names under which libs/contracts exports the types of domain events, by type. */
  readonly events: ReadonlyMap<string, string>;
}

/** What libs/contracts has now. */
export function contractsOfToday(): ContractsOfToday {
  const requests = new Map<string, RequestOfToday>();
  const events = new Map<string, string>();
  for (const [name, exported] of Object.entries(contracts)) {
    if (typeof exported === 'function' && exported.prototype instanceof ServiceRequest && 'pattern' in exported) {
      const type = exported as unknown as RequestOfToday['type'];
      requests.set(String(exported.pattern), { name, type, fields: fieldsOf(type) });
    } else if (typeof exported === 'object' && exported !== null && 'matches' in exported && 'type' in exported) {
      events.set(String(exported.type), name);
    }
  }
  return { requests, events };
}

/** A field may be missing when its rules say so (`@IsOptional()`); one without rules may not. */
function fieldsOf(type: RequestOfToday['type']): RequestFields {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const optional = new Set(
    rules.filter((rule) => rule.type === 'conditionalValidation').map(({ propertyName }) => propertyName),
  );
  // Declared fields are properties of every instance, undefined ones too.
  return Object.fromEntries(
    Object.keys(new type()).map((field) => [field, optional.has(field) ? 'optional' : 'required']),
  );
}
