import { Text } from '../../incoming-webhooks/payload/fields.js';

/** The variables that UptimeRobot fills in. */
export class Alert {
  @Text({ required: true }) monitorUrl!: string;
  @Text({ required: true }) monitorFriendlyName!: string;
  @Text({ required: true }) alertType!: string;
  @Text({ required: true }) alertTypeFriendlyName!: string;
  @Text({ required: true }) alertDetails!: string;
  @Text() alertFriendlyDuration?: string;
}
