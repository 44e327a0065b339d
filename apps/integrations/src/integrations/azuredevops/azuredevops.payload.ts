import { List, Obj, Text } from '../../incoming-webhooks/payload/fields.js';

class Person {
  @Text({ key: 'displayName' }) displayName?: string;
  @Text() name?: string;
}

class Repository {
  @Text({ required: true }) name!: string;
  @Text({ key: 'remoteUrl' }) remoteUrl?: string;
}

class Commit {
  @Text({ key: 'commitId', required: true }) commitId!: string;
  @Text() comment?: string;
  @Obj(() => Person) author?: Person;
}

class RefUpdate {
  @Text({ required: true }) name!: string;
  @Text({ key: 'oldObjectId' }) oldObjectId?: string;
  @Text({ key: 'newObjectId' }) newObjectId?: string;
}

/** Parts of all resources. */
class Resource {
  @Obj(() => Repository, { required: true }) repository!: Repository;
}

class PushResource extends Resource {
  @List(() => Commit) commits?: Commit[];
  @List(() => RefUpdate, { key: 'refUpdates', required: true }) refUpdates!: RefUpdate[];
  @Obj(() => Person, { key: 'pushedBy', required: true }) pushedBy!: Person;
}

class WebLink {
  @Text() href?: string;
}

class Links {
  @Obj(() => WebLink) web?: WebLink;
}

class PullRequestResource extends Resource {
  @Text({ key: 'pullRequestId', required: true }) pullRequestId!: string;
  @Text({ required: true }) title!: string;
  @Text() description?: string;
  @Text() status?: string;
  @Text({ key: 'mergeStatus' }) mergeStatus?: string;
  @Text({ key: 'sourceRefName' }) sourceRefName?: string;
  @Text({ key: 'targetRefName' }) targetRefName?: string;
  @Obj(() => Person, { key: 'createdBy' }) createdBy?: Person;
  @Obj(() => Person, { key: 'closedBy' }) closedBy?: Person;
  @Obj(() => Links, { key: '_links' }) links?: Links;
}

class Sentence {
  @Text() markdown?: string;
}

export class Payload {
  @Text({ key: 'eventType', required: true }) eventType!: string;
  /** Id of the notification. A repeated delivery has the same id. */
  @Text() id?: string;
}

export class PushPayload {
  @Obj(() => PushResource, { required: true }) resource!: PushResource;
}

export class PullRequestPayload {
  @Obj(() => Sentence) message?: Sentence;
  @Obj(() => Sentence, { key: 'detailedMessage' }) detailedMessage?: Sentence;
  @Obj(() => PullRequestResource, { required: true }) resource!: PullRequestResource;
}
