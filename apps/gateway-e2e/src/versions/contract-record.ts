/** The contracts of a release as they were when it was made: `libs/contracts/samples/<release>.json`. */
export interface ContractRecord {
  readonly release: string;
  /** By pattern. */
  readonly requests: Readonly<Record<string, RecordedRequest>>;
  /** Payloads by type of domain event, as services wrote them. */
  readonly events: Readonly<Record<string, readonly unknown[]>>;
  /** Migrations by service, in order. */
  readonly migrations: Readonly<Record<string, readonly string[]>>;
}

export interface RecordedRequest {
  readonly fields: RequestFields;
  /** Requests and replies as services wrote them; none where the recording run made no such request. */
  readonly samples: readonly unknown[];
  readonly replies: readonly unknown[];
}

/** Every field of a request, and whether it may be missing. */
export type RequestFields = Readonly<Record<string, 'required' | 'optional'>>;
