import { List, Obj, Text, TextList } from '../../incoming-webhooks/payload/fields.js';

export class Metadata {
  @Text() type?: string;
  @Text() value?: string;
  @Text() filename?: string;
}

export class Frame {
  @Text() filename?: string;
  @Text({ key: 'context_line' }) line?: string;
  @TextList({ key: 'pre_context' }) before?: string[];
  @TextList({ key: 'post_context' }) after?: string[];
}

export class Stacktrace {
  @List(() => Frame) frames?: Frame[];
}

export class ExceptionValue {
  @Obj(() => Stacktrace) stacktrace?: Stacktrace;
}

export class ExceptionChain {
  @List(() => ExceptionValue) values?: ExceptionValue[];
}

export class SentryEvent {
  @Text() eventId?: string;
  @Text() title?: string;
  @Text() level?: string;
  @Text() platform?: string;
  @Text() culprit?: string;
  @Text() webUrl?: string;
  @Text() datetime?: string;
  /** Seconds since 1970. */
  @Text() timestamp?: string;
  @Text() received?: string;
  @Obj(() => Metadata) metadata?: Metadata;
  @Obj(() => ExceptionChain) exception?: ExceptionChain;
}

export class Assignee {
  @Text() name?: string;
  @Text() type?: string;
}

export class Issue {
  @Text() title?: string;
  @Text() level?: string;
  @Text() culprit?: string;
  @Text({ key: 'firstSeen' }) firstSeen?: string;
  @Text() webUrl?: string;
  @Obj(() => Metadata) metadata?: Metadata;
  @Obj(() => Assignee, { key: 'assignedTo' }) assignedTo?: Assignee;
}

export class Data {
  @Obj(() => SentryEvent) event?: SentryEvent;
  @Obj(() => Issue) issue?: Issue;
}

export class Actor {
  @Text() name?: string;
}

/** Of an integration, or of the older webhook of a project. */
export class Notification {
  @Text() action?: string;
  @Obj(() => Actor) actor?: Actor;
  @Obj(() => Data) data?: Data;
  /** The older webhook: the event, and parts of it again. */
  @Obj(() => SentryEvent) event?: SentryEvent;
  @Text() project?: string;
  @Text() projectName?: string;
  @Text() projectSlug?: string;
  @Text() level?: string;
  @Text() message?: string;
  @Text() url?: string;
}
