import { Integer, Text } from './kit/fields.js';

/** A value that clients show by its name. */
export class NamedId {
  @Integer() id!: number;
  @Text() name!: string;
}
