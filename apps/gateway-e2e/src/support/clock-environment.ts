import { fileURLToPath } from 'node:url';

const WRONG_CLOCK = fileURLToPath(new URL('../../fixtures/wrong-clock.mjs', import.meta.url));

/** Environment of a replica with a clock that is wrong by so many milliseconds. */
export const clockEnvironment = (offByMs: number): Record<string, string> =>
  offByMs === 0 ? {} : { NODE_OPTIONS: `--import ${WRONG_CLOCK}`, CLOCK_OFF_BY_MS: String(offByMs) };
