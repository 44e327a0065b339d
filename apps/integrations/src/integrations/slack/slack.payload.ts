import { Text } from '../../incoming-webhooks/payload/fields.js';

/** The fields of the form that Slack posts for a message in a channel. */
export class ChannelMessage {
  @Text() token?: string;
  @Text() userName?: string;
  @Text() text?: string;
  @Text() channelName?: string;
}
