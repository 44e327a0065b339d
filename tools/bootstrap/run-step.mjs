// Node built-ins only: this runs before anything is installed.
import { spawn } from 'node:child_process';

/** How often a step that takes long says that it is still at work. */
const REMINDER_MS = 10_000;
/** Maximum length of a step's output that a failure shows. */
const KEPT_OUTPUT_CHARS = 200_000;

/** A failed step. The message is for the terminal and contains the output of the command. */
export class StepError extends Error {}

/**
 * Runs one command and prints its title and duration. Prints the output of the command only on failure, or at once with
 * `follow`. Throws StepError if the command cannot start or fails.
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
