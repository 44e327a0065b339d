import { Text } from '../../incoming-webhooks/payload/fields.js';

export class Deploy {
  @Text() id?: string;
  @Text({ required: true }) name!: string;
  @Text({ required: true }) url!: string;
  @Text({ required: true }) branch!: string;
  @Text() state?: string;
  @Text() errorMessage?: string;
}
