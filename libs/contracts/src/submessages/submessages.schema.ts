import { Id, Text } from '../kit/fields.js';

/** Submessages of one message, with the first one. */
export const MAX_SUBMESSAGES = 5_000;
/** Longest content of a submessage that a user adds. */
export const MAX_SUBMESSAGE_LENGTH = 2_000;
export const MAX_SUBMESSAGE_TYPE_LENGTH = 60;
/** Longest `widget_content` of a new message. */
export const MAX_WIDGET_CONTENT_LENGTH = 10_000;

/** A part of an interactive message. The first one describes the widget, the others are its changes. */
export class Submessage {
  @Id({ description: 'Rises in the order of the submessages.' }) id!: number;
  @Id() messageId!: number;
  @Id() senderId!: number;
  @Text({ description: 'Of widgets: `widget`.' }) msgType!: string;
  @Text({ description: 'JSON text.' }) content!: string;
}
