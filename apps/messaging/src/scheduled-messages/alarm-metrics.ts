import type { Database } from '@chat/persistence';
import type { Job, Queue } from 'bullmq';
import { Gauge, Histogram } from 'prom-client';

const lag = new Histogram({
  name: 'chat_job_lag_seconds',
  help: 'Time from when a BullMQ job was due until it was worked on.',
  labelNames: ['queue'] as const,
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});
const jobs = new Gauge({ name: 'chat_jobs', help: 'BullMQ jobs, by state.', labelNames: ['queue', 'state'] as const });
const overdueJob = new Gauge({
  name: 'chat_job_overdue_seconds',
  help: 'How long the BullMQ job that was due first has been waiting; 0 when none is due.',
  labelNames: ['queue'] as const,
});
const overdueMessage = new Gauge({
  name: 'chat_scheduled_message_overdue_seconds',
  help: 'How long the scheduled message that was due first has been waiting for its delivery; 0 when none is due.',
});

/** From the options: BullMQ sets the job's own delay to 0 once it is due. */
const dueAtMs = ({ timestamp, opts }: Pick<Job, 'timestamp' | 'opts'>): number => timestamp + (opts.delay ?? 0);

/** `nowMs`: by the clock of the broker, as the times of jobs. */
export function observeJobLag(queue: string, job: Pick<Job, 'timestamp' | 'opts'>, nowMs: number): void {
  lag.observe({ queue }, Math.max(0, nowMs - dueAtMs(job)) / 1000);
}

/** Sets the gauges of the alarms and of overdue messages. */
export async function measureAlarms(queue: Queue, nowMs: number, database: Database): Promise<void> {
  const [counts, waiting, delayed, overdue] = await Promise.all([
    queue.getJobCounts('waiting', 'active', 'delayed'),
    // The job that has waited longest comes first.
    queue.getWaiting(0, 0),
    queue.getDelayed(0, 0),
    database.query<{ seconds: number }>(
      `SELECT greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(due_at)), 0))::float8 AS seconds
       FROM scheduled_messages WHERE status = 'waiting'`,
    ),
  ]);
  for (const [state, count] of Object.entries(counts)) jobs.set({ queue: queue.name, state }, count);
  const first = [...waiting, ...delayed].filter((job) => job !== undefined).map(dueAtMs);
  overdueJob.set({ queue: queue.name }, Math.max(0, ...first.map((dueMs) => nowMs - dueMs)) / 1000);
  overdueMessage.set(overdue[0]?.seconds ?? 0);
}
