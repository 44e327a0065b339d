import { type Addressee, badRequest, GetMessage, RenderMarkdown, SendMessage } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import * as endpoints from './messages.endpoints.js';

@Controller()
export class MessagesController {
  @Endpoint(endpoints.sendMessageEndpoint)
  send(call: Call<typeof endpoints.sendMessageEndpoint>) {
    const { to, ...parameters } = call.parameters;
    const type = withoutAlias(parameters.type);
    if (to === null) throw badRequest(`Invalid data type for ${type === 'stream' ? 'stream' : 'recipients'}`);
    return call.request(SendMessage, {
      sender: call.principal,
      to: to as Addressee,
      clientName: call.clientName,
      ...parameters,
      type,
    });
  }

  @Endpoint(endpoints.getMessageEndpoint)
  get(call: Call<typeof endpoints.getMessageEndpoint>) {
    const { messageId } = call.path;
    return call.requestText(GetMessage, {
      actor: call.principal,
      realmId: call.realmId,
      messageId,
      ...call.parameters,
    });
  }

  @Endpoint(endpoints.renderMessageEndpoint)
  render(call: Call<typeof endpoints.renderMessageEndpoint>) {
    return call.request(RenderMarkdown, { actor: call.principal, content: call.parameters.content });
  }
}

const withoutAlias = (type: 'direct' | 'stream' | 'private') => (type === 'stream' ? 'stream' : 'direct');

@Module({ controllers: [MessagesController] })
export class MessagesModule {}
