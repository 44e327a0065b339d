import type { Principal } from '@chat/contracts';
import { BOT_CONFIGURATION_PURPOSE, TextSeal } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { RealmBots } from './realm-bots.js';

export const TEMPLATE_KEYS = ['topic_template', 'content_template', 'only_if_template'] as const;
type TemplateKey = (typeof TEMPLATE_KEYS)[number];

/** The keys of `config_data` with an effect. */
export type OpenConfigData = Readonly<Partial<Record<TemplateKey | 'webhook_secret' | 'delivery_id_path', string>>>;
export type Templates = Pick<OpenConfigData, TemplateKey>;

/** The `config_data` of bots. It is open only while a request needs it. */
@Injectable()
export class ConfigData {
  private readonly seal = new TextSeal(BOT_CONFIGURATION_PURPOSE);

  constructor(private readonly bots: RealmBots) {}

  /** Empty for a person. Rejects if the data cannot be opened: a bot with an unreadable secret must not count as one without. */
  async of({ realmId, userId, isBot }: Principal): Promise<OpenConfigData> {
    const sealed = isBot ? (await this.bots.find(realmId, userId))?.configuration?.sealedConfigData : null;
    return sealed ? (JSON.parse(this.seal.open(Buffer.from(sealed, 'base64'))) as OpenConfigData) : {};
  }
}
