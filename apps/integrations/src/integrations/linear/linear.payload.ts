import { Num, Obj, Text } from '../../incoming-webhooks/payload/fields.js';

export class Named {
  @Text() name?: string;
}

export class IssueOfComment {
  @Text() title?: string;
}

/** An issue or a comment. */
export class Data {
  @Text() id?: string;
  @Text() number?: string;
  @Text() title?: string;
  @Text() description?: string;
  @Text({ key: 'priorityLabel' }) priorityLabel?: string;
  @Text({ key: 'parentId' }) parentId?: string;
  @Obj(() => Named) team?: Named;
  @Obj(() => Named) state?: Named;
  @Obj(() => Named) assignee?: Named;
  /** Text of a comment. */
  @Text() body?: string;
  @Text({ key: 'issueId' }) issueId?: string;
  /** Present in a comment on something else than an issue. */
  @Text({ key: 'projectUpdateId' }) projectUpdateId?: string;
  @Text({ key: 'documentContentId' }) documentContentId?: string;
  @Text({ key: 'initiativeUpdateId' }) initiativeUpdateId?: string;
  @Obj(() => IssueOfComment) issue?: IssueOfComment;
  @Obj(() => Named) user?: Named;
}

export class UpdatedFrom {
  @Text() title?: string;
}

export class LinearEvent {
  @Text({ required: true }) action!: string;
  @Text({ required: true }) type!: string;
  @Text() url?: string;
  @Obj(() => Data, { required: true }) data!: Data;
  /** The person, integration or application that made the change. */
  @Obj(() => Named) actor?: Named;
  @Obj(() => UpdatedFrom, { key: 'updatedFrom' }) updatedFrom?: UpdatedFrom;
}

export class SignedTime {
  /** Milliseconds since 1970. */
  @Num({ key: 'webhookTimestamp' }) webhookTimestamp?: number;
}
