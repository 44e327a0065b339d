import { Obj, Text } from '../../incoming-webhooks/payload/fields.js';

export class Author {
  @Text() name?: string;
}

export class Commit {
  @Text() subject?: string;
  @Obj(() => Author) author?: Author;
}

export class Vcs {
  @Text() providerName?: string;
  @Text() targetRepositoryUrl?: string;
  @Text() originRepositoryUrl?: string;
  @Text() revision?: string;
  @Text() branch?: string;
  @Text() tag?: string;
  /** Absent if the pipeline was started by hand. */
  @Obj(() => Commit) commit?: Commit;
}

/** Of a pipeline without `vcs`: GitLab, the GitHub App, and others (`git`). */
export class TriggerParameters {
  @Text() commitSha?: string;
  @Text() checkoutSha?: string;
  @Text() commitTitle?: string;
  @Text() branch?: string;
  @Text() tag?: string;
  @Text() userName?: string;
  @Text() userUsername?: string;
  @Text() webUrl?: string;
  @Text() repoUrl?: string;
}

export class Triggers {
  @Obj(() => TriggerParameters) gitlab?: TriggerParameters;
  @Obj(() => TriggerParameters) githubApp?: TriggerParameters;
  /** Without a person, and an address that leads to a page. */
  @Obj(() => TriggerParameters) git?: TriggerParameters;
}

export class Pipeline {
  @Text() number?: string;
  @Obj(() => Vcs) vcs?: Vcs;
  @Obj(() => Triggers) triggerParameters?: Triggers;
}

export class Project {
  @Text({ required: true }) name!: string;
  @Text() slug?: string;
}

export class Workflow {
  @Text() id?: string;
  @Text() name?: string;
  @Text() status?: string;
  @Text() url?: string;
}

export class Job {
  @Text() name?: string;
  @Text() number?: string;
  @Text() status?: string;
}

/** Also of a test, which has only a webhook. */
export class Notification {
  @Text() id?: string;
  @Text({ required: true }) type!: string;
}

export class CircleEvent extends Notification {
  @Obj(() => Project, { required: true }) project!: Project;
  @Obj(() => Pipeline) pipeline?: Pipeline;
  @Obj(() => Workflow, { required: true }) workflow!: Workflow;
  @Obj(() => Job) job?: Job;
}
