import { type Account, ApiError, type MessageForBot, type NewMessage, SendMessageOnce } from '@chat/contracts';
import { RedisTransportClient, type RequestContext } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { block, plain } from '../incoming-webhooks/text/markdown.js';
import type { BotRequest } from './bot-requests.repository.js';
import { type Failure, failed, type Outcome, phraseOf } from './outcome.js';

const CLIENT_NAME = 'OutgoingWebhookResponse';

interface Decided {
  readonly request: BotRequest;
  readonly bot: Account;
  readonly shown: MessageForBot;
  readonly context: RequestContext;
}

/** Sends the messages of an outcome, each once, however often it is called for a request. */
@Injectable()
export class SendOutcome {
  constructor(private readonly client: RedisTransportClient) {}

  /** Resolves with the outcome in the end: a reply that messaging refuses is a failure. Rejects if messaging is away. */
  async send(outcome: Outcome, decided: Decided): Promise<Outcome> {
    if (outcome.kind === 'none') return outcome;
    if (outcome.kind === 'failed') {
      await this.notify(outcome.failure, decided);
      return outcome;
    }
    const { content, widgetContent } = outcome;
    const reply = { ...placeOf(decided.shown), content, ...(widgetContent !== undefined && { widgetContent }) };
    const reason = await this.refusal(decided, 'bot-reply', reply);
    if (reason === undefined) return outcome;
    const failure: Failure = { kind: 'reply', reason };
    await this.notify(failure, decided);
    return failed(failure);
  }

  /** In the conversation, and to the owner. A notice that messaging refuses is left out: the place or the owner is gone. */
  private async notify(failure: Failure, decided: Decided): Promise<void> {
    const { bot, shown } = decided;
    const apology = `This message could not be answered: ${phraseOf(failure)}.`;
    await this.refusal(decided, 'bot-failure', { ...placeOf(shown), content: apology });
    if (bot.botOwnerId === null) return;
    const called = `[A message](${shown.link}) called your bot **${plain(bot.fullName).replaceAll('*', '')}**, but`;
    const content = [`${called} ${phraseOf(failure)}.`, ...detailsOf(failure)].join('\n\n');
    await this.refusal(decided, 'bot-failure-owner', { type: 'direct', to: [bot.botOwnerId], content });
  }

  /** Sends a message of the bot. The error with which messaging refuses it; undefined if it is sent. */
  private async refusal(
    { request, bot, context }: Decided,
    purpose: string,
    message: NewMessage,
  ): Promise<string | undefined> {
    const { realmId, messageId } = request;
    const fields = {
      realmId,
      senderId: bot.userId,
      onceKey: `${purpose}:${messageId}`,
      message,
      clientName: CLIENT_NAME,
      mayWriteToEveryStream: true,
    };
    try {
      await this.client.request(SendMessageOnce, fields, context);
      return undefined;
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return error.message;
      throw error;
    }
  }
}

/** The conversation of the message, wherever it is by now. */
function placeOf({ message }: MessageForBot): Pick<NewMessage, 'type' | 'to' | 'topic'> {
  const { stream_id: streamId, subject: topic, display_recipient: people } = message;
  if (streamId !== undefined) return { type: 'stream', to: streamId, topic };
  return { type: 'direct', to: (people as readonly { readonly id: number }[]).map(({ id }) => id) };
}

function detailsOf(failure: Failure): string[] {
  const text = failure.kind === 'reply' ? failure.reason : 'answer' in failure ? failure.answer : '';
  return text.trim() === '' ? [] : [block('text', text.replaceAll('\0', ''))];
}
