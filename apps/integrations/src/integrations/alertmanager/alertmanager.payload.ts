import { List, Text, TextMap } from '../../incoming-webhooks/payload/fields.js';

export class Alert {
  @Text() status?: string;
  @Text() fingerprint?: string;
  @Text({ key: 'startsAt' }) startsAt?: string;
  @Text({ key: 'generatorURL' }) generatorUrl?: string;
  @TextMap() labels?: ReadonlyMap<string, string>;
  @TextMap() annotations?: ReadonlyMap<string, string>;
}

/** Version 4 of the payload. */
export class Notification {
  @Text({ key: 'groupKey' }) groupKey?: string;
  @List(() => Alert, { required: true }) alerts!: Alert[];
}
