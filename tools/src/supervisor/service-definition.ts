import { join } from 'node:path';
import { SERVICE_LIST } from '../../bootstrap/services.mjs';

/** A service: what to run, and when to stop it. */
export interface ServiceDefinition {
  name: string;
  /** Absolute path of its main module. */
  entry: string;
  /** Absolute path of the module that brings its schema up to date and ends; undefined when it has no schema. */
  migration?: string;
  /** Replicas unless the options of the system say otherwise; 1 by default. */
  replicas?: number;
  /** Its replicas share one port (HOST and PORT), which the launcher hands them. */
  isEntrance: boolean;
}

/** The services of the repository at `root`. */
export function repositoryServices(root: string): ServiceDefinition[] {
  return SERVICE_LIST.map(({ name, schema, replicas, isEntrance = false }) => ({
    name,
    replicas,
    entry: join(root, 'apps', name, 'dist', 'main.js'),
    ...(schema !== null ? { migration: join(root, 'apps', name, 'dist', 'migrate.js') } : {}),
    isEntrance,
  }));
}
