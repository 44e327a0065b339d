import { badRequest } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { CheckRecipient, streamPlace } from '../messages/send/check-recipient.js';
import { checkedTopic } from '../names/check-text.js';
import type { RealmState } from '../projections/realm-projections.js';
import type { MoveTarget, RequestedEdit } from './move-messages.js';

/** Place of the message before the move. */
interface FormerPlace {
  readonly streamId: number | null;
  readonly topic: string;
}

/** Finds the stream and topic that a request moves messages to. */
@Injectable()
export class MoveTargets {
  constructor(
    private readonly access: Access,
    private readonly checkRecipient: CheckRecipient,
  ) {}

  /** Undefined if the message stays. Refuses every request that can be refused without the realm lock. */
  async find(request: RequestedEdit, before: FormerPlace, state: RealmState): Promise<MoveTarget | undefined> {
    const { actor, content, streamId } = request;
    const topic = request.topic?.trim();
    const newTopic = topic === before.topic ? undefined : topic;
    const newStreamId = streamId === before.streamId ? undefined : streamId;
    const isMove = newTopic !== undefined || newStreamId !== undefined;
    requireChange(request, before, isMove);
    if (before.streamId === null || !isMove) return undefined;
    if (newStreamId !== undefined && content !== undefined) {
      throw badRequest('Cannot change message content while changing stream');
    }
    const wholeTopic = newTopic ?? before.topic;
    const checked = newTopic === undefined ? before.topic : checkedTopic(newTopic);
    if (newStreamId === undefined) {
      const { stream } = await this.access.stream(actor, before.streamId, 'read');
      return { stream, topic: checked, wholeTopic };
    }
    await this.access.stream(actor, newStreamId, 'read');
    // As for a new message: a user who may not post to the stream may not move messages to it.
    const { stream } = await this.checkRecipient.stream(actor, streamPlace(newStreamId, checked), state);
    return { stream, topic: checked, wholeTopic };
  }
}

/** Refuses a request that changes nothing or contradicts itself. */
function requireChange(
  { content, streamId, topic, propagateMode }: RequestedEdit,
  before: FormerPlace,
  isMove: boolean,
) {
  if (before.streamId === null) {
    if (streamId !== undefined) throw badRequest('Direct messages cannot be moved to streams.');
    if (topic !== undefined && topic.trim() !== '') throw badRequest('Direct messages cannot have topics.');
  }
  if (content === undefined && !isMove) throw badRequest('Nothing to change');
  if (propagateMode !== 'change_one' && !isMove) throw badRequest('Invalid propagate_mode without topic edit');
}
