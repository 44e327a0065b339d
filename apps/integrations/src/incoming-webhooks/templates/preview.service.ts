import {
  badRequest,
  insufficientPermission,
  isAdministrator,
  type PreviewedWebhook,
  type PreviewParameters,
  type Principal,
} from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { ConfigData } from '../../bots/config-data.js';
import { RealmBots } from '../../bots/realm-bots.js';
import { parseJsonText } from '../payload/json-text.js';
import { contentOf, topicOf } from '../text/message-text.js';
import { WebhookTemplates } from './webhook-templates.js';

/** The message that a payload would become. Nothing is sent. */
@Injectable()
export class PreviewService {
  constructor(
    private readonly bots: RealmBots,
    private readonly configData: ConfigData,
    private readonly templates: WebhookTemplates,
  ) {}

  /** Templates of the request replace those of the bot. */
  async preview(actor: Principal, { botId, payload, ...given }: PreviewParameters): Promise<PreviewedWebhook> {
    const { realmId } = actor;
    const bot = await this.bots.find(realmId, botId);
    if (!bot?.user.isActive) throw badRequest('No such bot');
    if (!isAdministrator(actor.role) && bot.user.botOwnerId !== actor.userId) throw insufficientPermission();
    const stored = await this.configData.of({ ...actor, userId: botId, isBot: true });
    const templates = {
      topic_template: given.topicTemplate ?? stored.topic_template,
      content_template: given.contentTemplate ?? stored.content_template,
      only_if_template: given.onlyIfTemplate ?? stored.only_if_template,
    };
    const variables = { payload: parseJsonText(payload), headers: {}, query: {} };
    const { topic, content, wouldSend } = await this.templates.render(templates, variables);
    return { topic: topicOf(topic), content: contentOf(content), wouldSend: wouldSend && content.trim() !== '' };
  }
}
