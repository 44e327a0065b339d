import { setTimeout as pause } from 'node:timers/promises';
import {
  ApiError,
  FindPersonByName,
  type NewMessage,
  type Principal,
  type ReceivedWebhook,
  type ReceiveWebhook,
  SendMessageOnce,
} from '@chat/contracts';
import { RedisTransportClient, type RequestContext } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { ConfigData, type OpenConfigData } from '../bots/config-data.js';
import { deliveryKey } from './delivery-key.js';
import { passesFilters } from './event-filter.js';
import type { Integration, WebhookMessage } from './integration.js';
import { IntegrationList } from './integration-list.js';
import { MismatchedPayload } from './payload/fields.js';
import { ReceivedRequest } from './received-request.js';
import { recipientOf } from './recipient.js';
import { RefusalNotices } from './refusal-notices.js';
import { SenderCheck } from './sender-check.js';
import { hasTemplates, WebhookTemplates } from './templates/webhook-templates.js';
import { contentOf } from './text/message-text.js';
import { anomalousPayload } from './webhook-errors.js';
import { countWebhook, type WebhookResult } from './webhook-metrics.js';
import type { WebhookRequest } from './webhook-request.js';

/** A delivery: its messages, and the key under which they are sent. */
interface Delivery {
  readonly integration: Integration;
  readonly request: ReceivedRequest;
  readonly onceKey: string;
}

/** Characters of a body above which the timers of the process run between the steps. */
const LARGE_BODY_LENGTH = 1024 * 1024;

type SendResult = Extract<WebhookResult, 'sent' | 'duplicate' | 'ignored' | 'unknown_stream'>;

/** Turns requests of other services into messages of the caller, mostly a bot. */
@Injectable()
export class IncomingWebhooksService {
  constructor(
    private readonly integrations: IntegrationList,
    private readonly notices: RefusalNotices,
    private readonly configData: ConfigData,
    private readonly senderCheck: SenderCheck,
    private readonly templates: WebhookTemplates,
    private readonly client: RedisTransportClient,
  ) {}

  /** Resolves when the messages are stored, or if there are none. */
  async receive(received: ReceiveWebhook, context: RequestContext): Promise<ReceivedWebhook> {
    const { caller, address } = received;
    const integration = this.integrations.get(address.integration);
    try {
      await letTimersRun(received);
      const { result, response } = await this.process(integration, received, context);
      countWebhook(integration.name, result);
      return response;
    } catch (error) {
      countWebhook(integration.name, error instanceof ApiError && error.status < 500 ? 'refused' : 'failed');
      await this.notices.ofError(error, integration, caller, context);
      throw error;
    }
  }

  private async process(
    integration: Integration,
    received: ReceiveWebhook,
    context: RequestContext,
  ): Promise<{ result: WebhookResult; response: ReceivedWebhook }> {
    const request = new ReceivedRequest(received);
    await letTimersRun(received);
    const { caller, address } = request;
    const config = await this.configData.of(caller);
    if (config.webhook_secret) await this.senderCheck.require(integration, request, config.webhook_secret);
    const webhook = request.readFor(integration);
    await letTimersRun(received);
    if (reading(integration, () => integration.asksForCaller?.(webhook))) {
      return { result: 'ignored', response: callerOf(caller) };
    }
    const messages = await this.messagesOf(integration, webhook, request, config);
    const wanted = messages.filter(({ eventType }) => passesFilters(eventType, address));
    if (wanted.length === 0) return { result: messages.length === 0 ? 'ignored' : 'filtered', response: {} };
    const key = reading(integration, () => deliveryKey({ integration, webhook, config, address, messages: wanted }));
    // Without an id, only a repetition inside the system is the same delivery.
    const onceKey = key ?? `incoming:request:${context.requestId}`;
    const result = await this.sendAll({ integration, request, onceKey }, wanted, context);
    return { result, response: result === 'duplicate' ? { duplicate: true } : {} };
  }

  private async messagesOf(
    integration: Integration,
    webhook: WebhookRequest,
    request: ReceivedRequest,
    config: OpenConfigData,
  ): Promise<readonly WebhookMessage[]> {
    if (!integration.usesTemplates || !hasTemplates(config))
      return reading(integration, () => integration.messagesOf(webhook));
    const variables = { payload: webhook.body, ...request.templateVariables() };
    const { wouldSend, ...message } = await this.templates.render(config, variables);
    return wouldSend ? [message] : [];
  }

  /** Stores the messages together, or none of them if the delivery is known: its id decides, also if its content differs. */
  private async sendAll(
    { integration, request, onceKey }: Delivery,
    messages: readonly WebhookMessage[],
    context: RequestContext,
  ): Promise<SendResult> {
    const { realmId, userId: senderId } = request.caller;
    const [message, ...further] = await this.addressed(integration, request, messages, context);
    if (message === undefined) return 'ignored';
    const clientName = clientNameOf(integration);
    try {
      const { isDuplicate } = await this.client.request(
        SendMessageOnce,
        { realmId, senderId, onceKey, clientName, message, ...(further.length > 0 && { further }) },
        context,
      );
      return isDuplicate ? 'duplicate' : 'sent';
    } catch (error) {
      // Messaging has sent the owner a notice, because the sender of the request cannot help it.
      if (error instanceof ApiError && error.code === 'STREAM_DOES_NOT_EXIST') return 'unknown_stream';
      throw error;
    }
  }

  /** The messages that have a text and a recipient. Notices among them are sent to the owner of the bot. */
  private async addressed(
    integration: Integration,
    { caller, address }: ReceivedRequest,
    messages: readonly WebhookMessage[],
    context: RequestContext,
  ): Promise<NewMessage[]> {
    const addressed: NewMessage[] = [];
    for (const message of messages) {
      const content = contentOf(message.content);
      if (content.trim() === '') continue;
      if (message.isOwnerNotice) {
        await this.notices.send(`a request for ${integration.displayName}. ${content}`, caller, context);
        continue;
      }
      const to = message.toPerson
        ? await this.findPerson(message.toPerson, caller.realmId, context)
        : recipientOf(message, address, caller);
      if (to !== undefined) addressed.push({ ...to, content });
    }
    return addressed;
  }

  private async findPerson(names: readonly string[], realmId: number, context: RequestContext) {
    const { userId } = await this.client.request(FindPersonByName, { realmId, names }, context);
    return userId === null ? undefined : ({ type: 'direct', to: [userId] } as const);
  }
}

/**
 * Without it, one turn of the event loop would do all steps of a body of 25 MiB. That takes longer than the lease of the replica, and the
 * gateway would repeat the request at another replica.
 */
async function letTimersRun({ body }: ReceiveWebhook): Promise<void> {
  if (body.length > LARGE_BODY_LENGTH) await pause();
}

/** The result of a function of the integration. Its payload classes report a payload of another service in their own way. */
function reading<Result>({ name }: Integration, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof MismatchedPayload ? anomalousPayload(name) : error;
  }
}

const callerOf = ({ fullName, email, userId: id }: Principal): ReceivedWebhook => ({ fullName, email, id });

const MAX_CLIENT_NAME_LENGTH = 30;

/** In the form of the reference server. */
const clientNameOf = ({ displayName }: Integration): string => {
  const name = displayName.replace(/[^A-Za-z0-9]/g, '').slice(0, MAX_CLIENT_NAME_LENGTH - 'ZulipWebhook'.length);
  return `Zulip${name}Webhook`;
};
