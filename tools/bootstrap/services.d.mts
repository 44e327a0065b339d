/** An entry of services.json: a deployable in apps/<name>. */
export interface ServiceEntry {
  readonly name: string;
  /** Its schema in PostgreSQL, which apps/<name>/dist/migrate.js brings up to date; null without one. */
  readonly schema: string | null;
  /** Replicas that the launcher starts unless told otherwise. */
  readonly replicas: number;
  /** Serves clients instead of requests of other services; its replicas share one port. */
  readonly isEntrance?: boolean;
  /** Runs only if one of these variables is set, itself or as the name of a file. */
  readonly onlyWith?: readonly string[];
}

/** The one list of services, services.json, in the order in which they are listed to people. */
export const SERVICE_LIST: readonly ServiceEntry[];
/** The names of the services. */
export const SERVICES: readonly string[];
/** The names of the services that run in every installation. */
export const PERMANENT_SERVICES: readonly string[];
/** Whether a service runs in an installation with this environment. */
export function runsWith(
  service: Pick<ServiceEntry, 'onlyWith'>,
  env: Readonly<Record<string, string | undefined>>,
): boolean;
