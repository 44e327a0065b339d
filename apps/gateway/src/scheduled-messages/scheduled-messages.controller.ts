import {
  badRequest,
  CreateScheduledMessage,
  DeleteScheduledMessage,
  EditScheduledMessage,
  GetScheduledMessages,
  scheduledMessageOnTheWire,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import { recipientIds } from './recipients.js';
import * as endpoints from './scheduled-messages.endpoints.js';

@Controller()
export class ScheduledMessagesController {
  @Endpoint(endpoints.getScheduledMessagesEndpoint)
  async get(call: Call<typeof endpoints.getScheduledMessagesEndpoint>) {
    const { scheduledMessages } = await call.request(GetScheduledMessages, { actor: call.principal });
    return { scheduled_messages: scheduledMessages.map(scheduledMessageOnTheWire) };
  }

  @Endpoint(endpoints.createScheduledMessageEndpoint)
  async create(call: Call<typeof endpoints.createScheduledMessageEndpoint>) {
    const { to, content, topic, scheduledDeliveryTimestamp } = call.parameters;
    const type = typeOf(call.parameters.type);
    if (type === 'stream' && topic === undefined) throw badRequest('Missing topic');
    const { scheduledMessageId } = await call.request(CreateScheduledMessage, {
      actor: call.principal,
      type,
      to: recipientIds(type, to),
      content,
      topic,
      deliverAtSeconds: scheduledDeliveryTimestamp,
      clientName: call.clientName,
    });
    return { scheduled_message_id: scheduledMessageId };
  }

  @Endpoint(endpoints.editScheduledMessageEndpoint)
  async edit(call: Call<typeof endpoints.editScheduledMessageEndpoint>) {
    const { to, content, topic, scheduledDeliveryTimestamp } = call.parameters;
    const type = call.parameters.type && typeOf(call.parameters.type);
    if (Object.values(call.parameters).every((value) => value === undefined)) throw badRequest('Nothing to change');
    if (type !== undefined && to === undefined) {
      throw badRequest('Recipient required when updating type of scheduled message.');
    }
    if (type === 'stream' && topic === undefined) {
      throw badRequest('Topic required when updating scheduled message type to stream.');
    }
    await call.request(EditScheduledMessage, {
      actor: call.principal,
      scheduledMessageId: call.path.scheduledMessageId,
      type,
      // Without a type, the form of `to` says which it means; the service compares it with the message's own.
      to: to === undefined ? undefined : recipientIds(type ?? (Array.isArray(to) ? 'direct' : 'stream'), to),
      toIsStream: to === undefined ? undefined : !Array.isArray(to),
      content,
      topic,
      deliverAtSeconds: scheduledDeliveryTimestamp,
      clientName: call.clientName,
    });
    return {};
  }

  @Endpoint(endpoints.deleteScheduledMessageEndpoint)
  async delete(call: Call<typeof endpoints.deleteScheduledMessageEndpoint>) {
    await call.request(DeleteScheduledMessage, {
      actor: call.principal,
      scheduledMessageId: call.path.scheduledMessageId,
    });
    return {};
  }
}

const typeOf = (type: 'direct' | 'stream' | 'private'): 'direct' | 'stream' =>
  type === 'stream' ? 'stream' : 'direct';

@Module({ controllers: [ScheduledMessagesController] })
export class ScheduledMessagesModule {}
