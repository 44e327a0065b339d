import type { HealthServer } from '@chat/service-kit';
import { Counter, Gauge } from 'prom-client';
import type { BotRequestsRepository } from './bot-requests.repository.js';
import type { Failure } from './outcome.js';

type Result = 'reply' | 'none' | 'gone' | 'retried' | Failure['kind'];

const requests = new Counter({
  name: 'chat_bot_requests_total',
  help: 'Requests to outgoing webhook bots, by result: `reply`, `none` (no reply wanted), `gone` (the message or the bot), `retried`, or the kind of failure.',
  labelNames: ['result'] as const,
});
const waiting = new Gauge({
  name: 'chat_bot_requests_waiting',
  help: 'Requests to outgoing webhook bots that are not finished.',
});
const oldest = new Gauge({
  name: 'chat_bot_requests_oldest_seconds',
  help: 'Age of the oldest request to an outgoing webhook bot that is not finished; 0 without one.',
});

export const countRequest = (result: Result): void => requests.inc({ result });

export function measureRequests(health: HealthServer, repository: BotRequestsRepository): void {
  health.addMeasurement('bot-requests', async () => {
    const { count, oldestSeconds } = await repository.waiting();
    waiting.set(count);
    oldest.set(oldestSeconds);
  });
}
