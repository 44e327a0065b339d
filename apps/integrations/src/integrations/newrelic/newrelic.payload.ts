import { Any, Text, TextList } from '../../incoming-webhooks/payload/fields.js';

/** The payload of classic alerts, and the templates of workflows. Both have these names; workflows have further ones. */
export class Notification {
  @Text() currentState?: string;
  /** Workflows. */
  @Text() state?: string;
  @Text() policyName?: string;
  @TextList({ key: 'alertPolicyNames' }) policyNames?: string[];
  @Text() incidentId?: string;
  /** Workflows: of the issue. */
  @Text() id?: string;
  @Text({ key: 'issueId' }) issueId?: string;
  @Text() conditionName?: string;
  @TextList({ key: 'alertConditionNames' }) conditionNames?: string[];
  @Text() incidentUrl?: string;
  @Text({ key: 'issueUrl' }) issueUrl?: string;
  @Text() incidentAcknowledgeUrl?: string;
  @Text({ key: 'issueAckUrl' }) issueAckUrl?: string;
  @Text() details?: string;
  @Text() title?: string;
  @Text() owner?: string;
  /** Milliseconds since 1970. */
  @Any() timestamp?: unknown;
  @Any({ key: 'updatedAt' }) updatedAt?: unknown;
  @Any({ key: 'createdAt' }) createdAt?: unknown;
}
