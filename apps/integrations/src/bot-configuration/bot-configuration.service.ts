import { type BotIntegration, badRequest } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import type { Integration } from '../incoming-webhooks/integration.js';
import { WebhookTemplates } from '../incoming-webhooks/templates/webhook-templates.js';
import { loadIntegrations } from '../load-integrations.js';

/** Keys of `config_data` that count for every integration, with names for people. */
const COMMON_KEYS = {
  webhook_secret: 'Secret with which the sender signs its requests',
  delivery_id_path: 'Path of the id of a delivery in the body',
};
/** Keys of the integration that renders the templates of the bot. */
const TEMPLATE_KEYS = {
  topic_template: 'Template of the topic',
  content_template: 'Template of the message',
  only_if_template: 'Template of the condition',
};

/** Judges the configurations of bots, which users stores. */
@Injectable()
export class BotConfigurationService {
  private readonly integrations = loadIntegrations();

  constructor(private readonly templates: WebhookTemplates) {}

  async list(): Promise<{ integrations: BotIntegration[] }> {
    const integrations = await this.integrations;
    return { integrations: integrations.map((one) => ({ name: one.name, config: keysOf(one) })) };
  }

  /** A bot without an integration serves them all, so it may have the keys of each. */
  async check(serviceName: string | null, configData: Readonly<Record<string, string>>): Promise<void> {
    await this.templates.check(configData);
    if (serviceName === null) return;
    const integration = (await this.integrations).find(
      ({ name, aliases = [] }) => name === serviceName || aliases.includes(serviceName),
    );
    if (integration === undefined) throw badRequest(`Invalid integration '${serviceName}'.`);
    const known = keysOf(integration);
    const unknown = Object.keys(configData).find((key) => !Object.hasOwn(known, key));
    if (unknown !== undefined) throw badRequest(`Invalid configuration parameter '${unknown}'`);
  }
}

const keysOf = ({ usesTemplates }: Integration): BotIntegration['config'] =>
  usesTemplates ? { ...COMMON_KEYS, ...TEMPLATE_KEYS } : COMMON_KEYS;
