/** Connections to PostgreSQL: its address, the host that accepts writes, and silent connections. See the README. */
export { type PostgresAddress, type PostgresTarget, postgresAddress, standbyAddresses } from './postgres-address.js';
export { PostgresPool, WriteRefused } from './postgres-pool.js';
export { postgresProblem } from './postgres-problem.js';
export { synchronousMissing } from './session-state.js';
