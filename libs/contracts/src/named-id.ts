import { Integer, Text } from './kit/fields.js';

/** One of several values that clients show by name. */
export class NamedId {
  @Integer() id!: number;
  @Text() name!: string;
}
