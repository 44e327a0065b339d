import { Text } from '../../incoming-webhooks/payload/fields.js';

/** The fields of the form that a user composes for a trigger. */
export class Ticket {
  @Text() ticketId?: string;
  @Text() ticketTitle?: string;
  /** Markdown. */
  @Text() message?: string;
}
