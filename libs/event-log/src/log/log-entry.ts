import type { LoggedEvent, ServiceName } from '@chat/contracts';

/** A log entry as Redis returns it: its stream id, and field names and values in turn. */
export type RawLogEntry = readonly [id: string, fields: readonly string[]];

/** An entry whose payload is parsed only when somebody asks for it. */
class LazyLoggedEvent implements LoggedEvent {
  private parsed: unknown;
  private isParsed = false;

  constructor(
    readonly logId: string,
    readonly service: ServiceName,
    readonly realmId: number,
    readonly sequence: number,
    readonly follows: number,
    readonly type: string,
    private readonly payloadText: string,
  ) {}

  get payload(): unknown {
    if (!this.isParsed) {
      this.parsed = JSON.parse(this.payloadText);
      this.isParsed = true;
    }
    return this.parsed;
  }
}

/** Fields in the order in which the append script writes them: s, r, n, t, d; a fact has f besides. */
export function decodeLogEntry([id, fields]: RawLogEntry): LoggedEvent {
  const sequence = Number(fields[5]);
  return new LazyLoggedEvent(
    id,
    fields[1] as ServiceName,
    Number(fields[3]),
    sequence,
    fields[11] === undefined ? sequence - 1 : Number(fields[11]),
    fields[7] as string,
    fields[9] as string,
  );
}
