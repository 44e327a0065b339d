import { getMessages, MessagesToMatch, matchMessages, PageSelection, Principal } from '@chat/contracts';
import { Actor, Handles, Parameters, RealmId } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { HistoryService } from './history.service.js';

@Controller()
export class HistoryController {
  constructor(private readonly history: HistoryService) {}

  @Handles(getMessages, { mayReadStandby: true })
  getPage(@Actor() actor: Principal | null, @RealmId() realmId: number, @Parameters() selection: PageSelection) {
    return this.history.getPage(actor, realmId, selection);
  }

  @Handles(matchMessages, { mayReadStandby: true })
  match(@Actor() actor: Principal, @Parameters() { messageIds, narrow }: MessagesToMatch) {
    return this.history.match(actor, messageIds, narrow);
  }
}
