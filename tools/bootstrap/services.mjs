// Node built-ins only: this runs before anything is installed.
import { readFileSync } from 'node:fs';

/** The one list of services, services.json, in the order in which they are listed to people. */
export const SERVICE_LIST = JSON.parse(readFileSync(new URL('../../services.json', import.meta.url), 'utf8'));

export const SERVICES = SERVICE_LIST.map(({ name }) => name);

export const runsWith = ({ onlyWith }, env) =>
  onlyWith === undefined || onlyWith.some((name) => Boolean(env[name] || env[`${name}_FILE`]));

export const PERMANENT_SERVICES = SERVICE_LIST.filter(({ onlyWith }) => onlyWith === undefined).map(({ name }) => name);
