import { isTransient } from './database-errors.js';

const MAX_ATTEMPTS = 5;

/** Runs `run` again as a whole after a transient failure. */
export async function repeatedly<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isTransient(error)) throw error;
    }
  }
}
