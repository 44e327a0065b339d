import { ApiError, MAX_PROBLEM_LENGTH, NotifyBotOwner, type Principal } from '@chat/contracts';
import { RedisTransportClient, type RequestContext } from '@chat/redis-rpc';
import { ServiceResources } from '@chat/service-kit';
import { truncate } from '@chat/text';
import { Injectable } from '@nestjs/common';
import type { Integration } from './integration.js';

type Refused = Pick<Integration, 'displayName'>;

/** The problem in the notice, by code of the error. The owner need not know of other errors. */
const PROBLEMS: Readonly<Record<string, (integration: Refused, error: ApiError) => string>> = {
  INVALID_JSON: ({ displayName }) => `a request for ${displayName} with malformed JSON.`,
  MISSING_HTTP_EVENT_HEADER: ({ displayName }, { fields }) =>
    `a request for ${displayName} without the header \`${fields['header']}\`.`,
  INVALID_SIGNATURE: ({ displayName }) =>
    `a request for ${displayName} without a valid signature. Compare its \`webhook_secret\` with the secret at the sender.`,
  INVALID_TEMPLATE: ({ displayName }, { message }) =>
    `a request for ${displayName} that its templates do not fit. ${message}.`,
  ANOMALOUS_WEBHOOK_PAYLOAD: ({ displayName }) =>
    `a request that does not look like one of ${displayName}. Compare the address at the sender with the integration.`,
};

/** Notifies owners of bots of refused requests, because services that send them seldom show errors. */
@Injectable()
export class RefusalNotices {
  constructor(
    private readonly client: RedisTransportClient,
    private readonly resources: ServiceResources,
  ) {}

  async ofError(error: unknown, integration: Refused, bot: Principal, context: RequestContext): Promise<void> {
    const problem = error instanceof ApiError ? PROBLEMS[error.code ?? '']?.(integration, error) : undefined;
    if (problem !== undefined) await this.send(problem, bot, context);
  }

  /** Messaging sends at most one a minute for each bot. Never rejects: a failed notice must not change the response. */
  async send(problem: string, { realmId, userId: botId, isBot }: Principal, context: RequestContext): Promise<void> {
    if (!isBot) return;
    try {
      await this.client.request(
        NotifyBotOwner,
        { realmId, botId, problem: truncate(`received ${problem}`, MAX_PROBLEM_LENGTH, '…') },
        context,
      );
    } catch (error) {
      this.resources.logger.warn(
        { err: error, botId },
        'Notice to the owner of a bot failed; the webhook is not affected',
      );
    }
  }
}
