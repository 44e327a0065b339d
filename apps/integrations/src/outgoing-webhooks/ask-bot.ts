import { setting } from '@chat/configuration';
import { type BotInterface, type BotRecord, type MessageForBot } from '@chat/contracts';
import { Egress, EgressError } from '@chat/egress';
import { API_KEY_PURPOSE, TextSeal } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { signedHeaders } from '../standard-webhooks/signed-headers.js';
import { outcomeOf } from './answer.js';
import type { BotRequest } from './bot-requests.repository.js';
import { failed, type Outcome } from './outcome.js';
import { requestToBot } from './request-to-bot.js';

const MAX_ANSWER_BYTES = 1024 * 1024;

/** One attempt to get the answer of a bot. */
@Injectable()
export class AskBot {
  readonly timeoutMs = setting('OUTGOING_WEBHOOK_TIMEOUT_SECONDS') * 1_000;
  private readonly seal = new TextSeal(API_KEY_PURPOSE);

  constructor(private readonly egress: Egress) {}

  /** Never rejects because of the bot. */
  async ask({ realmId, messageId, trigger }: BotRequest, record: BotRecord, shown: MessageForBot): Promise<Outcome> {
    const { user: bot, configuration } = record;
    const { baseUrl, sealedToken, sealedSigningSecret } = configuration ?? {};
    const format: BotInterface = configuration?.interface ?? 1;
    if (!baseUrl || !sealedToken || !sealedSigningSecret) return failed({ kind: 'refused' });
    if (format === 2 && trigger === 'private_message') return failed({ kind: 'direct' });

    const call = { realmId, bot, trigger, token: this.open(sealedToken), shown };
    const { contentType, body } = requestToBot(format, call);
    const id = `msg_${realmId}_${messageId}_${bot.userId}`;
    const signed = signedHeaders({ id, body, nowMs: Date.now() }, [this.open(sealedSigningSecret)]);
    try {
      const response = await this.egress.request({
        url: baseUrl,
        method: 'POST',
        headers: { ...signed, 'content-type': contentType },
        body,
        timeoutMs: this.timeoutMs,
        maxBodyBytes: MAX_ANSWER_BYTES,
      });
      return outcomeOf(response, format);
    } catch (error) {
      if (error instanceof EgressError) return failed({ kind: error.kind });
      throw error;
    }
  }

  private open(sealed: string): string {
    return this.seal.open(Buffer.from(sealed, 'base64'));
  }
}
