// Node built-ins only: this runs before anything is installed.
import { spawn } from 'node:child_process';

/** How often a step that takes long says that it is still at work. */
const REMINDER_MS = 10_000;
/** How much of a step's output is kept to be shown when it fails. */
const KEPT_OUTPUT_CHARS = 200_000;

/** A step ended with an error; the message is made for the terminal and holds what the command printed. */
export class StepError extends Error {}

/**
 * Runs one command, saying what is done and how long it took. Its own output is shown only when it fails,
 * or as it comes with `follow`. Throws StepError when it cannot be started or ends with an error.
 */
export async function runStep(title, command, args, { cwd, env = process.env, follow = false, hint = '' } = {}) {
  const startedAt = Date.now();
  process.stdout.write(`${title} ...\n`);
  const reminder = setInterval(() => {
    process.stdout.write(`${title} ... ${secondsSince(startedAt)} s so far\n`);
  }, REMINDER_MS);
  try {
    const { code, output } = await run(command, args, { cwd, env, follow });
    if (code !== 0) throw new StepError(`${output}\n${title}: failed (${command} ended with ${code}). ${hint}`.trim());
  } finally {
    clearInterval(reminder);
  }
  process.stdout.write(`${title}: ${secondsSince(startedAt)} s\n`);
}

function run(command, args, { cwd, env, follow }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => {
      if (follow) process.stdout.write(chunk);
      else output = (output + chunk).slice(-KEPT_OUTPUT_CHARS);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => reject(new StepError(`${command} cannot be started: ${error.message}`)));
    child.on('close', (code, signal) => resolve({ code: code ?? signal, output }));
  });
}

function secondsSince(startedAt) {
  return ((Date.now() - startedAt) / 1000).toFixed(1);
}
