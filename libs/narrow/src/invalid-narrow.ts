/** Makes the errors of a caller: for an invalid shape, and for an unknown operator or operand. */
export interface NarrowErrors {
  readonly badRequest: (message: string) => Error;
  readonly badNarrow: (message: string) => Error;
}

/** Never leaves this library: browsers have other errors than services. */
class InvalidNarrow extends Error {
  constructor(
    readonly kind: keyof NarrowErrors,
    message: string,
  ) {
    super(message);
  }
}

/** Error for a narrow of an invalid shape. `refusingWith` turns it into the error of the caller. */
export const badRequest = (message: string): Error => new InvalidNarrow('badRequest', message);
/** Error for an unknown operator or operand. `refusingWith` turns it into the error of the caller. */
export const badNarrow = (message: string): Error => new InvalidNarrow('badNarrow', message);

/** The result of `parse`; throws the caller's error for an invalid narrow. */
export function refusingWith<Result>(errors: NarrowErrors, parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    throw error instanceof InvalidNarrow ? errors[error.kind](error.message) : error;
  }
}
