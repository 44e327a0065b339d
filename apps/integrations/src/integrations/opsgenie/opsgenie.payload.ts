import { Obj, Text, TextList } from '../../incoming-webhooks/payload/fields.js';

export class Alert {
  @Text({ key: 'alertId' }) alertId?: string;
  @Text() alias?: string;
  @Text() message?: string;
  @Text() note?: string;
  @Text() owner?: string;
  @Text() recipient?: string;
  @Text() team?: string;
  @Text() priority?: string;
  /** A list, or a text with commas. */
  @TextList({ key: 'addedTags' }) addedTags?: string[];
  @Text({ key: 'addedTags' }) addedTagsText?: string;
  @TextList({ key: 'removedTags' }) removedTags?: string[];
  @Text({ key: 'removedTags' }) removedTagsText?: string;
  @TextList() tags?: string[];
}

export class EscalationTarget {
  @Text() name?: string;
}

export class Notification {
  @Text({ required: true }) action!: string;
  @Text({ key: 'integrationName', required: true }) integrationName!: string;
  @Obj(() => Alert, { required: true }) alert!: Alert;
  @Text({ key: 'escalationName' }) escalationName?: string;
  @Obj(() => EscalationTarget, { key: 'escalationNotify' }) escalationNotify?: EscalationTarget;
  @Text({ key: 'repeatCount' }) repeatCount?: string;
}
