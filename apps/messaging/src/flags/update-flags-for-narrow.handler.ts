import type { NarrowFlagUpdate, UpdateMessageFlagsForNarrow } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { GetMessagesHandler } from '../history/get-messages.handler.js';
import { checkedFlag, FlagsHandler } from './flags.handler.js';

/** Flags of a page of a narrow: what GET /messages would show there. */
@Injectable()
export class UpdateFlagsForNarrowHandler {
  constructor(
    private readonly history: GetMessagesHandler,
    private readonly flags: FlagsHandler,
  ) {}

  async handle(request: UpdateMessageFlagsForNarrow): Promise<NarrowFlagUpdate> {
    const { actor, op, flag } = request;
    checkedFlag(flag, op);
    const { page } = await this.history.findPage({ ...request, realmId: actor.realmId });
    const { changed } = await this.flags.update({ actor, messageIds: [...page.ids], op, flag });
    return {
      processedCount: page.ids.length,
      updatedCount: changed,
      firstProcessedId: page.ids[0] ?? null,
      lastProcessedId: page.ids.at(-1) ?? null,
      foundOldest: page.foundOldest,
      foundNewest: page.foundNewest,
    };
  }
}
