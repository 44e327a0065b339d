import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StartOptions } from '../../bootstrap/start-options.mjs';
import { startAnsweringProgram } from '../demo/answering-program.js';
import { seedDemo } from '../demo/seed-demo.js';
import { LEVELS } from '../logs/json-line.js';
import { readableLine, Terminal } from '../logs/terminal.js';
import type { MailSink } from '../mail-sink/mail-sink.js';
import { MIGRATION_LOG } from '../supervisor/migrate.js';
import { System } from '../supervisor/system.js';
import { banner } from './banner.js';
import { startDemoProvider } from './demo-provider.js';

/** Services write log lines in batches. Lines about the demo arrive this late and must not scroll the address away. */
const LOGS_COME_WITHIN_MS = 1_000;
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * `npm start` after install and build: starts the system in `<root>/.local`, creates the demo organization, prints its
 * address, and shows the logs until a signal stops it. Rejects if the start fails; then no process is left running.
 */
export async function main(root: string, options: StartOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const startedAtMs = Date.now();
  const terminal = new Terminal();
  // Until the address is printed, only warnings and errors interrupt the progress of the start.
  let minLevel: number = LEVELS.warn;
  const folder = join(root, '.local');
  const mailSink = env.SMTP_URL ? undefined : await startMailSinkFor(folder, options);
  const provider = options.withProvider ? await startDemoProvider(env.EXTERNAL_URL || addressOf(options)) : undefined;
  const program = await startAnsweringProgram();
  const system = new System({
    root,
    folder,
    scale: options.scale,
    host: options.host,
    port: options.port,
    env: given({
      SECRET_KEY: env.SECRET_KEY || (env.SECRET_KEY_FILE && readFileSync(env.SECRET_KEY_FILE, 'utf8').trim()),
      EXTERNAL_URL: env.EXTERNAL_URL,
      SMTP_URL: env.SMTP_URL || mailSink?.smtpUrl,
      OIDC_PROVIDERS: provider?.settings,
      EGRESS_ALLOW: [env.EGRESS_ALLOW, program.egressRule].filter(Boolean).join(','),
    }),
    ...(env.DATABASE_URL ? { databaseUrl: env.DATABASE_URL } : {}),
    ...(env.REDIS_URL ? { redisUrl: env.REDIS_URL } : {}),
    onProgress: (text) => terminal.print(`${text} ...`),
    onLogLine: (jsonLine, process) => {
      // The output of migrations is in their log, and in the message of a failure.
      if (process === MIGRATION_LOG) return;
      const line = readableLine(jsonLine, process, minLevel, terminal.hasColours);
      if (line !== undefined) terminal.print(line);
    },
  });

  let stopped: Promise<void> | undefined;
  const stop = () => {
    // Ctrl-C arrives twice, from the terminal and through npm; once is enough.
    stopped ??= stopAndSay(system, [mailSink, provider?.server, program], terminal);
    return stopped;
  };
  for (const signal of STOP_SIGNALS) process.on(signal, () => void stop().then(() => process.exit(0)));
  logFailures(stop);

  try {
    await system.start();
    terminal.print('Making the demo organization ...');
    const { organization, problem } = await seedDemo(system, program);
    if (problem !== undefined) terminal.print(`The demo organization is not complete: ${problem}`);
    const startMs = Date.now() - startedAtMs;
    terminal.print(banner({ system, demo: organization, mailUrl: mailSink?.pageUrl, provider, startMs }));
  } catch (error) {
    if (stopped !== undefined) return;
    await stop();
    throw error;
  }
  const showAll = () => {
    minLevel = LEVELS.info;
  };
  setTimeout(showAll, LOGS_COME_WITHIN_MS).unref();
}

/** Services without SMTP_URL use the launcher's own mail server. */
async function startMailSinkFor(folder: string, { port, mailPort }: StartOptions): Promise<MailSink> {
  // Loaded only when needed, as nothing else of the launcher needs it.
  const { startMailSink } = await import('../mail-sink/mail-sink.js');
  // The entrance needs its port later, although it is still free.
  return startMailSink({ folder: join(folder, 'mails'), port: mailPort === port ? 0 : mailPort });
}

/** Address of the system before it runs. */
const addressOf = ({ host, port }: StartOptions): string =>
  `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`;

async function stopAndSay(
  system: System,
  servers: readonly ({ close(): Promise<void> } | undefined)[],
  terminal: Terminal,
): Promise<void> {
  const startedAtMs = Date.now();
  terminal.print('Stopping ...');
  await system.stop();
  // After the services: until their end they send mail.
  await Promise.all(servers.map((server) => server?.close()));
  terminal.print(
    `Stopped in ${((Date.now() - startedAtMs) / 1000).toFixed(1)} s. The data is kept for the next start.`,
  );
}

function given(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

/**
 * A fault in the launcher itself ends everything in an orderly way instead of leaving the services without
 * supervision. Prints the fault and exits with 1.
 */
function logFailures(stop: () => Promise<void>): void {
  const fail = (error: unknown) => {
    process.stderr.write(`The launcher failed: ${error instanceof Error ? error.stack : String(error)}\n`);
    void stop().finally(() => process.exit(1));
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
}
