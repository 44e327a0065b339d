// Node built-ins only: wrong arguments are reported before anything is installed.
import { parseArgs } from 'node:util';
import { SERVICES } from './services.mjs';

/** Replicas of one service on one machine. */
export const MAX_REPLICAS = 16;
export const DEFAULT_PORT = 9991;
/** Port of the page that shows mails instead of sending them. */
export const DEFAULT_MAIL_PORT = 9992;

export const USAGE = `Usage: npm start -- [--scale SERVICE=N]... [--with-provider]

  --scale SERVICE=N   run N replicas (1 to ${MAX_REPLICAS}) of a service: ${SERVICES.join(', ')}
  --with-provider     also run an OpenID Connect provider with the people of the demo, to sign in with
  --help              show this

Environment: PORT (${DEFAULT_PORT}), HOST (127.0.0.1), DATABASE_URL and REDIS_URL (use these servers instead of
private ones), SMTP_URL (send mail there instead of showing it at a local address), MAIL_SINK_PORT (port of that address,
${DEFAULT_MAIL_PORT}), LOG_LEVEL (info), EXTERNAL_URL.`;

/** The command line or the environment has an unknown value; the message names the remedy. */
export class UsageError extends Error {}

/**
 * Reads the command line and the environment: {help, withProvider, scale: {service: replicas}, port, host, mailPort}. npm removes
 * `--scale` if the double dash is missing, so `npm start --scale messaging=3` works like `messaging=3`.
 */
export function parseStartOptions(args, env) {
  let parsed;
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        scale: { type: 'string', multiple: true },
        'with-provider': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(`${error.message}\n\n${USAGE}`);
  }
  const scale = {};
  for (const text of [...(parsed.values.scale ?? []), ...parsed.positionals]) {
    const [service, replicas] = parseScale(text);
    scale[service] = replicas;
  }
  return {
    help: parsed.values.help === true,
    withProvider: parsed.values['with-provider'] === true,
    scale,
    port: parsePort('PORT', env.PORT, DEFAULT_PORT),
    host: env.HOST || '127.0.0.1',
    mailPort: parsePort('MAIL_SINK_PORT', env.MAIL_SINK_PORT, DEFAULT_MAIL_PORT),
  };
}

function parseScale(text) {
  const match = /^([^=]+)=(.*)$/.exec(text);
  if (match === null) throw new UsageError(`"${text}" is not of the form SERVICE=N, as in --scale messaging=3.`);
  const [, service, number] = match;
  if (!SERVICES.includes(service)) {
    throw new UsageError(`There is no service "${service}" to scale; there are ${SERVICES.join(', ')}.`);
  }
  const replicas = Number(number);
  if (!/^\d+$/.test(number) || replicas < 1 || replicas > MAX_REPLICAS) {
    throw new UsageError(
      `--scale ${service}=${number}: the number of replicas is a whole number, 1 to ${MAX_REPLICAS}.`,
    );
  }
  return [service, replicas];
}

function parsePort(name, text, defaultPort) {
  if (text === undefined || text === '') return defaultPort;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new UsageError(`${name} is "${text}"; use a number from 1 to 65535.`);
  }
  return port;
}
