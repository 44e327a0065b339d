import { Obj, Text } from '../../incoming-webhooks/payload/fields.js';

export class Form {
  /** JSON. */
  @Text() payload?: string;
}

export class Repository {
  @Text() name?: string;
  @Text() ownerName?: string;
}

export class Build {
  @Text() id?: string;
  @Text() number?: string;
  @Text() type?: string;
  @Text() state?: string;
  @Text({ required: true }) statusMessage!: string;
  @Text({ required: true }) buildUrl!: string;
  @Text() compareUrl?: string;
  @Text() authorName?: string;
  @Obj(() => Repository) repository?: Repository;
}
