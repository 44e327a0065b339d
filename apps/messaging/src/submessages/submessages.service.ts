import { badRequest, MAX_SUBMESSAGES, type NewSubmessage, type Principal, SubmessageAdded } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { audienceOf } from '../access/message-audience.js';
import { StreamsProjection } from '../stream-records/streams.projection.js';
import { insertSubmessage, readAttached } from './submessages.repository.js';
import { checkPollChange, checkTodoChange } from './widget-changes.js';
import { parsedJson } from './widget-json.js';

@Injectable()
export class SubmessagesService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly streams: StreamsProjection,
  ) {}

  async add(actor: Principal, { messageId, msgType, content }: NewSubmessage): Promise<void> {
    // Before the transaction: inside of it nothing may wait for another connection.
    const streams = await this.streams.of(actor.realmId);
    await this.database.transaction(async (tx) => {
      // The lock gives the submessages of a message their order, and makes simultaneous requests respect the limit.
      const message = await this.access.message(actor, actor.realmId, messageId, { queryable: tx, lock: true });
      const isAuthor = message.senderId === actor.userId;
      const { count, isBySender, widget } = await readAttached(tx, messageId, message.senderId);
      if (!isAuthor && !isBySender) throw badRequest('You cannot attach a submessage to this message.');
      checkChange(content, widget, isAuthor);
      if (count >= MAX_SUBMESSAGES) throw badRequest(`Too many submessages of a message (limit: ${MAX_SUBMESSAGES}).`);
      const fields = { messageId, senderId: actor.userId, msgType, content };
      const submessageId = await insertSubmessage(tx, fields);
      const stream = message.streamId === null ? undefined : streams.get(message.streamId);
      const audience = await audienceOf(tx, message, stream);
      tx.record(actor.realmId, SubmessageAdded.of({ ...fields, submessageId, audience }));
    });
  }
}

/** Throws BAD_REQUEST unless the content is JSON text and, for a known widget, one of its changes. */
function checkChange(content: string, widget: string | null, isAuthor: boolean): void {
  const change = parsedJson(content);
  if (change === undefined) throw badRequest('Invalid json for submessage');
  const type = widget === null ? undefined : typeOfWidget(widget);
  if (type === 'poll') checkPollChange(change, isAuthor);
  if (type === 'todo') checkTodoChange(change);
}

/** The sender of a message may attach any JSON text, so it need not be that of a widget. */
function typeOfWidget(content: string): unknown {
  const widget = parsedJson(content);
  return typeof widget === 'object' && widget !== null && 'widget_type' in widget ? widget.widget_type : undefined;
}
