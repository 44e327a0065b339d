/** For replicas of every service with a pool each, migrations, and a person with psql. */
const MAX_CONNECTIONS = 300;

/** Arguments of `initdb` for a new data folder. */
export const INITDB_SETTINGS = [
  '--encoding=UTF8',
  // Collation and case rules of PostgreSQL itself are the same on every machine, independent of its locales.
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  // A commit that comes to the end of a segment waits until the next one is made, which goes by its size.
  '--wal-segsize=4',
];

/** Further arguments if the data is for tests: a connection costs its client less with a cheap password. */
export const TEST_INITDB_SETTINGS = ['--no-sync', '--set=scram_iterations=1'];

/**
 * Settings of a private PostgreSQL, sized for a laptop that has other things to do.
 * `socketFolder`: where it also listens on a Unix socket.
 * `isDurable` false is for tests: an acknowledged commit survives a killed process but not a power cut.
 */
export function postgresSettings(isDurable: boolean, socketFolder: string | undefined): string[] {
  return [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${socketFolder === undefined ? '' : `"${socketFolder}"`}`,
    'unix_socket_permissions=0700',
    `max_connections=${MAX_CONNECTIONS}`,
    'shared_buffers=128MB',
    'effective_cache_size=512MB',
    'work_mem=8MB',
    'maintenance_work_mem=64MB',
    'max_wal_size=1GB',
    'wal_compression=on',
    'wal_level=minimal',
    'max_wal_senders=0',
    'checkpoint_timeout=15min',
    // Short queries only: planning a parallel or compiled one costs more than it saves, and a container's
    // /dev/shm is too small for parallel workers.
    'jit=off',
    'max_parallel_workers_per_gather=0',
    // A client that is gone must not hold locks for ever.
    'idle_in_transaction_session_timeout=60s',
    'tcp_keepalives_idle=60',
    // User content stays out of the logs: no statements, no values of refused rows.
    'log_min_error_statement=panic',
    'log_error_verbosity=terse',
    'log_checkpoints=off',
    'log_line_prefix=',
    'log_timezone=UTC',
    'timezone=UTC',
    // synchronous_commit stays on: otherwise even a killed process loses acknowledged commits.
    ...(isDurable ? [] : ['fsync=off', 'full_page_writes=off']),
  ];
}
