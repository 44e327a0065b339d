/**
 * The system cannot start for a reason that lies outside the program (a port in use, no Redis to be had).
 * The message is shown as it is, without a stack trace, and says what to do.
 */
export class StartFailure extends Error {
  readonly isExpected = true;
}
