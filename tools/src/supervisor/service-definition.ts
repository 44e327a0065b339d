import { join } from 'node:path';
import { SERVICES } from '../../bootstrap/start-options.mjs';

/** A service: what to run, and when to stop it. */
export interface ServiceDefinition {
  name: string;
  /** Absolute path of its main module. */
  entry: string;
  /** Absolute path of the module that brings its schema up to date and ends; undefined when it has no schema. */
  migration?: string;
  /** Its replicas share one port (HOST and PORT), which the launcher hands them. */
  isEntrance: boolean;
}

const WITH_SCHEMA = new Set(['users', 'realm-settings', 'messaging']);

/** The services of the repository at `root`. */
export function repositoryServices(root: string): ServiceDefinition[] {
  return SERVICES.map((name) => ({
    name,
    entry: join(root, 'apps', name, 'dist', 'main.js'),
    ...(WITH_SCHEMA.has(name) ? { migration: join(root, 'apps', name, 'dist', 'migrate.js') } : {}),
    isEntrance: name === 'gateway',
  }));
}
