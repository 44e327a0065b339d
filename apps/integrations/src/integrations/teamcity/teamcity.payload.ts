import { Any, Bool, Obj, Text } from '../../incoming-webhooks/payload/fields.js';

export class Build {
  @Text({ key: 'buildId' }) id?: string;
  @Text({ key: 'buildFullName', required: true }) fullName!: string;
  @Text({ key: 'buildNumber' }) number?: string;
  @Text({ key: 'buildStatus' }) status?: string;
  @Text({ key: 'buildStatusUrl' }) statusUrl?: string;
  @Text({ key: 'buildResult' }) result?: string;
  @Text({ key: 'buildResultDelta' }) resultDelta?: string;
  @Text({ key: 'notifyType' }) notifyType?: string;
  @Text({ key: 'branchDisplayName' }) branchDisplayName?: string;
  @Text({ key: 'branchName' }) branchName?: string;
  @Bool({ key: 'branchIsDefault' }) branchIsDefault?: boolean;
  @Bool({ key: 'buildIsPersonal' }) isPersonal?: boolean;
  @Text({ key: 'triggeredBy' }) triggeredBy?: string;
  /** A list of names and values, or an object. */
  @Any({ key: 'teamcityProperties' }) properties?: unknown;
}

export class Notification {
  @Obj(() => Build) build?: Build;
}

export class Property {
  @Text() name?: string;
  @Text() value?: string;
}
