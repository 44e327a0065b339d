import type { LoggedEvent, ServiceName } from '@chat/contracts';

/** A log entry as Redis returns it: its stream id, and names and values of its fields in turn. */
export type RawLogEntry = readonly [id: string, fields: readonly string[]];

/** A Redis Stream id, `<ms>-<n>`, as two numbers. */
export type LogPosition = readonly [ms: number, n: number];

/** The two numbers of a Redis Stream id, for comparisons. Does not validate the text. */
export function parseLogPosition(id: string): LogPosition {
  const dash = id.indexOf('-');
  return [Number(id.slice(0, dash)), Number(id.slice(dash + 1))];
}

/** Whether `position` is `other` or after it. Positions are comparable only within one partition. */
export const isAtLeast = (position: LogPosition, other: LogPosition): boolean =>
  position[0] > other[0] || (position[0] === other[0] && position[1] >= other[1]);

/** Parses the payload at the first access: most readers need few of the events. */
class LazyLoggedEvent implements LoggedEvent {
  private parsed: unknown;

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
    this.parsed ??= JSON.parse(this.payloadText);
    return this.parsed;
  }
}

/** Decodes an entry. Its fields are in the order of the append scripts: s, r, n, t, d, and f, p for a state event in its own stream. */
export function decodeLogEntry([id, fields]: RawLogEntry): LoggedEvent {
  const sequence = Number(fields[5]);
  const follows = fields[11] === undefined ? sequence - 1 : Number(fields[11]);
  return new LazyLoggedEvent(
    id,
    fields[1] as ServiceName,
    Number(fields[3]),
    sequence,
    follows,
    fields[7] as string,
    fields[9] as string,
  );
}

/** Id of the state event before a state event in its stream; undefined if a former release appended it. */
export const previousIdOf = ([, fields]: RawLogEntry): string | undefined => fields[13];
