import { List, Obj, Text } from '../../incoming-webhooks/payload/fields.js';

/** A person or a service. */
export class Reference {
  @Text() summary?: string;
  @Text() name?: string;
  @Text() email?: string;
  @Text({ key: 'html_url' }) url?: string;
}

export class TriggerSummary {
  @Text() subject?: string;
  @Text() description?: string;
}

/** An incident of the versions 1 and 2. */
export class Incident {
  @Text({ required: true }) incidentNumber!: string;
  @Text({ key: 'html_url' }) url?: string;
  @Text() title?: string;
  @Text() incidentKey?: string;
  @Obj(() => Reference) service?: Reference;
  @Obj(() => Reference) assignedToUser?: Reference;
  @Obj(() => Reference) resolvedByUser?: Reference;
  @Obj(() => TriggerSummary) triggerSummaryData?: TriggerSummary;
}

export class LogEntry {
  @Obj(() => Reference) agent?: Reference;
  @List(() => Reference) assignees?: Reference[];
}

export class DataOfMessage {
  @Obj(() => Incident, { required: true }) incident!: Incident;
}

export class Message {
  /** Version 1. */
  @Text() type?: string;
  @Obj(() => DataOfMessage) data?: DataOfMessage;
  /** Version 2. */
  @Text() event?: string;
  @Obj(() => Incident) incident?: Incident;
  @List(() => LogEntry) logEntries?: LogEntry[];
}

export class EventData {
  @Text() title?: string;
  @Text() number?: string;
  @Text({ key: 'html_url' }) url?: string;
  @Obj(() => Reference) service?: Reference;
  @List(() => Reference) assignees?: Reference[];
}

/** Version 3. */
export class PagerDutyEvent {
  @Text() id?: string;
  @Text({ required: true }) eventType!: string;
  @Obj(() => Reference) agent?: Reference;
  @Obj(() => EventData, { required: true }) data!: EventData;
}

export class Notification {
  @List(() => Message) messages?: Message[];
  @Obj(() => PagerDutyEvent) event?: PagerDutyEvent;
}
