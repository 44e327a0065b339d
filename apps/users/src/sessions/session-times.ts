import { setting } from '@chat/configuration';

/** Read at start-up, so that a wrong value stops the service. */
export const IDLE_SECONDS = setting('SESSION_IDLE_SECONDS');
export const LIFETIME_SECONDS = setting('SESSION_LIFETIME_SECONDS');

/** The use of a session is recorded this exactly. Meanwhile gateways use a verified session without another request. */
export const USE_PRECISION_SECONDS = Math.min(60, IDLE_SECONDS / 10);

/** SQL for the time that was `seconds` ago, by the clock of PostgreSQL. */
export const ago = (seconds: number): string => `now() - make_interval(secs => ${seconds})`;
