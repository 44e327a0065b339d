import { CAPABILITIES, type Capability } from '@chat/contracts';
import type { RegisterRequest } from './schemas.js';

export type CallParameters = Readonly<Record<string, unknown>>;
export type Capabilities = Readonly<Partial<Record<Capability, boolean>>>;

/** A parameter's value, whether it was given as a value or as the JSON text that is sent. */
function decoded(parameter: unknown): unknown {
  if (typeof parameter !== 'string') return parameter;
  try {
    return JSON.parse(parameter);
  } catch {
    return undefined;
  }
}

function typesIn(parameter: unknown): readonly string[] | undefined {
  const value = decoded(parameter);
  return Array.isArray(value) ? value : undefined;
}

/** Capabilities that the parameters of a registration declare; an undeclared one is false. Empty without `client_capabilities`. */
export function capabilitiesIn(parameters: CallParameters): Capabilities {
  const value = decoded(parameters['client_capabilities']);
  if (typeof value !== 'object' || value === null) return {};
  const declared = value as Record<string, unknown>;
  return Object.fromEntries(CAPABILITIES.map((name) => [name, declared[name] === true]));
}

/** The parameters of a registration that decide about the fields of its response. */
export function registrationOf(parameters: CallParameters, body: Readonly<Record<string, unknown>>): RegisterRequest {
  return {
    fetchTypes: typesIn(parameters['fetch_event_types']) ?? typesIn(parameters['event_types']),
    capabilities: capabilitiesIn(parameters),
    isSpectator: body['queue_id'] === null,
  };
}
