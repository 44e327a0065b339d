import { Id } from './kit/fields.js';

/** Path parameter of endpoints for one user, and response of `POST /users`. */
export class UserSelection {
  @Id() userId!: number;
}
