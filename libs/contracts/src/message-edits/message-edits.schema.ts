import { Text } from '../kit/fields.js';
import { OmitType } from '../kit/mapped-classes.js';
import { MessageEdit } from '../messages/messages.schema.js';

export const PROPAGATE_MODES = ['change_one', 'change_later', 'change_all'] as const;
export type PropagateMode = (typeof PROPAGATE_MODES)[number];

/** Per request to move or delete. */
export const MAX_MESSAGES_PER_MOVE = 10_000;
export const MAX_MESSAGES_PER_DELETION_EVENT = 1_000;

/** One version of a message, with the edit that made it. */
export class MessageVersion extends OmitType(MessageEdit, ['prevRenderedContentVersion', 'topic']) {
  @Text() topic!: string;
  @Text() content!: string;
  @Text() renderedContent!: string;
  @Text({ optional: true }) contentHtmlDiff?: string;
}
