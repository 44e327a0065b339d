/** An entry of services.json: a deployable in apps/<name>. */
export interface ServiceEntry {
  readonly name: string;
  /** Its schema in PostgreSQL, which apps/<name>/dist/migrate.js brings up to date; null without one. */
  readonly schema: string | null;
  /** Replicas that the launcher starts unless told otherwise. */
  readonly replicas: number;
  /** Serves clients instead of requests of other services; its replicas share one port. */
  readonly isEntrance?: boolean;
}

/** The one list of services, services.json, in the order in which they are listed to people. */
export const SERVICE_LIST: readonly ServiceEntry[];
/** The names of the services. */
export const SERVICES: readonly string[];
