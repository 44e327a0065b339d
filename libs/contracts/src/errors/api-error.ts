/** Extra fields that some error codes carry beside `msg` and `code`, as they stand on the wire. */
export type ErrorFields = Readonly<Record<string, unknown>>;

/** An {@link ApiError} as it crosses the transport. */
export interface ApiErrorData {
  readonly code: string | null;
  readonly msg: string;
  readonly status: number;
  readonly fields?: ErrorFields;
}

/**
 * A refusal that the client is meant to read: thrown where it is known, carried through the transport as data, and
 * turned into the JSON envelope in one place of the gateway. `code` is null where the interface shows none.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly code: string | null,
    message: string,
    readonly status = 400,
    readonly fields: ErrorFields = {},
  ) {
    // No stack: a refusal is no fault to be found, and taking one costs more than all else that is done for it.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }

  toData(): ApiErrorData {
    return { code: this.code, msg: this.message, status: this.status, fields: this.fields };
  }

  static fromData(data: ApiErrorData): ApiError {
    return new ApiError(data.code, data.msg, data.status, data.fields ?? {});
  }
}
