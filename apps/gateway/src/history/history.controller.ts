import { badRequest, GetMessages, MAX_MESSAGES_PER_FETCH, MatchMessages } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import { getMessagesEndpoint, matchMessagesEndpoint } from './history.endpoints.js';

@Controller()
export class HistoryController {
  @Endpoint(getMessagesEndpoint)
  getPage(call: Call<typeof getMessagesEndpoint>) {
    const { useFirstUnreadAnchor, anchor, ...page } = call.parameters;
    if (page.numBefore + page.numAfter > MAX_MESSAGES_PER_FETCH) {
      throw badRequest(`Too many messages requested (maximum ${MAX_MESSAGES_PER_FETCH}).`);
    }
    const from = useFirstUnreadAnchor ? 'first_unread' : anchor;
    if (from === undefined) throw badRequest("Missing 'anchor' argument.");
    return call.requestText(GetMessages, { actor: call.principal, realmId: call.realmId, anchor: from, ...page });
  }

  @Endpoint(matchMessagesEndpoint)
  match(call: Call<typeof matchMessagesEndpoint>) {
    const { msgIds, narrow } = call.parameters;
    return call.request(MatchMessages, { actor: call.principal, messageIds: msgIds, narrow });
  }
}

@Module({ controllers: [HistoryController] })
export class HistoryModule {}
