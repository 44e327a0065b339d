import { Counter } from 'prom-client';

export type WebhookResult = 'sent' | 'duplicate' | 'ignored' | 'filtered' | 'unknown_stream' | 'refused' | 'failed';

const webhooks = new Counter({
  name: 'chat_incoming_webhooks_total',
  help: 'Requests to incoming webhooks, by integration and result.',
  labelNames: ['integration', 'result'] as const,
});

/** `integration`: a name of the list, because callers may send any. */
export function countWebhook(integration: string, result: WebhookResult): void {
  webhooks.inc({ integration, result });
}
