import type { Submessage } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { SubmessageEntity } from './submessage.entity.js';

const WIDGET = 'widget';

export interface NewWidget {
  readonly messageId: number;
  readonly senderId: number;
  /** JSON text of the widget. */
  readonly content: string;
}

/** Inserts the first submessages of new messages, each for its sender. One query. */
export async function insertWidgets(tx: Transaction, widgets: readonly NewWidget[]): Promise<Submessage[]> {
  return tx.getRepository(SubmessageEntity).save(widgets.map((widget) => ({ ...widget, msgType: WIDGET })));
}

/** Returns the id. */
export async function insertSubmessage(tx: Transaction, fields: Omit<Submessage, 'id'>): Promise<number> {
  const { identifiers } = await tx.getRepository(SubmessageEntity).insert({ ...fields });
  return identifiers[0]?.['id'] as number;
}

/** Submessages that a message has. */
export interface Attached {
  readonly count: number;
  /** Whether the user has attached one. */
  readonly isBySender: boolean;
  /** JSON text of the widget; null if the message is none. */
  readonly widget: string | null;
}

export async function readAttached(tx: Transaction, messageId: number, senderId: number): Promise<Attached> {
  const [attached] = await tx.query<Attached>(
    `SELECT count(*)::integer AS count, coalesce(bool_or(sender_id = $2), false) AS "isBySender",
       (SELECT content FROM submessages WHERE message_id = $1 AND msg_type = $3 ORDER BY id LIMIT 1) AS widget
     FROM submessages WHERE message_id = $1`,
    [messageId, senderId, WIDGET],
  );
  return attached as Attached;
}
