import type { Account, BotInterface, BotTrigger, MessageForBot } from '@chat/contracts';

export interface Call {
  readonly realmId: number;
  readonly bot: Pick<Account, 'userId' | 'email' | 'fullName'>;
  readonly trigger: BotTrigger;
  readonly token: string;
  readonly shown: MessageForBot;
}

export interface RequestToBot {
  readonly contentType: string;
  readonly body: string;
}

export const requestToBot = (format: BotInterface, call: Call): RequestToBot =>
  format === 2 ? inFormOfSlack(call) : inOwnForm(call);

const inOwnForm = ({ bot, trigger, token, shown: { message } }: Call): RequestToBot => ({
  contentType: 'application/json',
  body: JSON.stringify({
    data: message.content,
    trigger,
    token,
    bot_email: bot.email,
    bot_full_name: bot.fullName,
    message,
  }),
});

function inFormOfSlack({ realmId, bot, trigger, token, shown: { message, realmUrl } }: Call): RequestToBot {
  const seconds = String(message.timestamp);
  const form = new URLSearchParams({
    token,
    team_id: `T${realmId}`,
    team_domain: new URL(realmUrl).host,
    channel_id: `C${message.stream_id}`,
    channel_name: String(message.display_recipient),
    thread_ts: seconds,
    timestamp: seconds,
    user_id: `U${message.sender_id}`,
    user_name: message.sender_full_name,
    text: message.content,
    trigger_word: trigger,
    service_id: String(bot.userId),
  });
  return { contentType: 'application/x-www-form-urlencoded', body: form.toString() };
}
