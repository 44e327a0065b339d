import { Obj, Text } from '../../incoming-webhooks/payload/fields.js';

export class CheckParameters {
  @Text() hostname?: string;
}

export class StateChange {
  @Text({ required: true }) checkName!: string;
  @Text({ required: true }) checkType!: string;
  @Text({ required: true }) previousState!: string;
  @Text({ required: true }) currentState!: string;
  @Text() description?: string;
  @Text() longDescription?: string;
  @Obj(() => CheckParameters) checkParams?: CheckParameters;
}
