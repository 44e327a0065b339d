import { badValue, missingParameter } from '@chat/contracts';
import type { Integration, SignedRequest } from '../../incoming-webhooks/integration.js';
import { readPayload } from '../../incoming-webhooks/payload/fields.js';
import { fieldsOf } from '../../incoming-webhooks/payload/read-body.js';
import { isEqual } from '../../incoming-webhooks/signatures/digest.js';
import { plain } from '../../incoming-webhooks/text/markdown.js';
import { bold } from '../../incoming-webhooks/text/phrases.js';
import type { WebhookRequest } from '../../incoming-webhooks/webhook-request.js';
import { ChannelMessage } from './slack.payload.js';

export default {
  name: 'slack',
  displayName: "Slack's outgoing webhooks",
  eventTypes: [],
  parameters: [
    {
      name: 'channels_map_to_topics',
      description: '1 (default): a topic for each channel. 0: a stream for each channel.',
    },
  ],
  body: 'form',
  verification: {
    kind: 'own',
    headers: [],
    description: 'The token that Slack shows for the outgoing webhook, as field `token` of the form.',
    verify: hasToken,
  },
  messagesOf(request) {
    const { userName, text, channelName } = readPayload(ChannelMessage, request.body);
    if (!userName) throw missingParameter('user_name');
    if (!text) throw missingParameter('text');
    if (!channelName) throw missingParameter('channel_name');
    const channel = request.hasOwnTopic ? ` (#${plain(channelName)})` : '';
    const content = `${bold(userName)}${channel}: ${text}`;
    if (channelsAreTopics(request)) return [{ topic: `channel: ${channelName}`, content }];
    return [{ stream: channelName, topic: 'Message from Slack', content }];
  },
} satisfies Integration;

function channelsAreTopics(request: WebhookRequest): boolean {
  const value = request.parameter('channels_map_to_topics') ?? '1';
  if (value !== '0' && value !== '1') throw badValue('channels_map_to_topics', value);
  return value === '1';
}

function hasToken({ rawBody }: SignedRequest, secret: string): boolean {
  return isEqual(fieldsOf(rawBody.toString('utf8')).token, secret);
}
