import { Text } from '../../incoming-webhooks/payload/fields.js';

/** The parameters of the media type script, for a problem or its recovery. */
export class Alert {
  @Text({ required: true }) hostname!: string;
  @Text({ required: true }) severity!: string;
  @Text({ required: true }) status!: string;
  @Text({ required: true }) item!: string;
  @Text({ required: true }) trigger!: string;
  @Text({ required: true }) link!: string;
}
