import { ApiError } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { TEMPLATE_KEYS, type Templates } from '../../bots/config-data.js';
import type { WebhookMessage } from '../integration.js';
import { jsonMessage } from '../text/json-message.js';
import { TemplateRenderer } from './template-renderer.js';

/** Larger payloads do not fit into the memory of the renderer. */
const MAX_PAYLOAD_LENGTH = 1024 * 1024;
/** Results of the condition that send nothing. */
const NO = new Set(['', 'false', '0']);

export interface TemplateVariables {
  readonly payload: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

export interface RenderedWebhook extends Pick<WebhookMessage, 'topic' | 'content'> {
  readonly wouldSend: boolean;
}

/** The message of a webhook by the templates of its bot. */
@Injectable()
export class WebhookTemplates {
  constructor(private readonly renderer: TemplateRenderer) {}

  /** Throws INVALID_TEMPLATE. */
  async check(configData: Readonly<Record<string, string>>): Promise<void> {
    const templates = templatesIn(configData);
    if (Object.keys(templates).length > 0) await this.renderer.check(templates);
  }

  /** A missing template counts as the message of a bot without templates. */
  async render(templates: Templates, variables: TemplateVariables): Promise<RenderedWebhook> {
    const usual = jsonMessage(variables.payload);
    const given = templatesIn(templates);
    if (Object.keys(given).length === 0) return { ...usual, wouldSend: true };
    if (JSON.stringify(variables).length > MAX_PAYLOAD_LENGTH) {
      throw new ApiError('INVALID_TEMPLATE', 'The payload is too large for templates (limit: 1 MiB)', 400);
    }
    const texts = await this.renderer.render(given, { ...variables });
    const { topic_template: topic, content_template: content, only_if_template: condition = 'true' } = texts;
    return { topic: topic ?? usual.topic, content: content ?? usual.content, wouldSend: !NO.has(condition.trim()) };
  }
}

export const hasTemplates = (configData: Templates): boolean => Object.keys(templatesIn(configData)).length > 0;

function templatesIn(configData: Templates): Record<string, string> {
  const entries = TEMPLATE_KEYS.map((key) => [key, configData[key]] as const);
  return Object.fromEntries(entries.filter((entry): entry is [(typeof entry)[0], string] => Boolean(entry[1])));
}
