/** Fields of an error besides `msg` and `code`, by their names on the wire. */
type ErrorFields = Readonly<Record<string, unknown>>;

/** An {@link ApiError} in a reply between services. */
export interface ApiErrorData {
  readonly code: string | null;
  readonly msg: string;
  readonly status: number;
  readonly fields?: ErrorFields;
}

/**
 * An error for the client. Code throws it where it detects the error; replies carry it as data; the gateway writes the JSON
 * envelope. `code` is null for errors that have no code in the API.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly code: string | null,
    message: string,
    readonly status = 400,
    readonly fields: ErrorFields = {},
  ) {
    // No stack: an error for the client is no fault to debug, and a stack costs more than the rest of it.
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
