import { blank, controlCharacter, malformedUnicode, notA, nullBytes, tooLong } from '../parameter-errors.js';
import { type FieldType, plainType } from './field-type.js';

export interface TextOptions {
  /** In Unicode code points; longer text is refused. Absent if the service truncates. */
  readonly max?: number;
  /** `false` refuses empty text and white space. */
  readonly blank?: boolean;
  /**
   * Default `null bytes refused`: PostgreSQL cannot store them. `refused`: all control characters, for names and topics.
   * `allowed`: the service checks the text with errors of its own.
   */
  readonly controlCharacters?: 'null bytes refused' | 'refused' | 'allowed';
}

const CONTROL_CHARACTER = /\p{Cc}/u;
const LONE_SURROGATE = /\p{Cs}/u;

/** Any text, not encoded in forms. */
export function text(options: TextOptions = {}): FieldType<string> {
  const { max, blank: mayBeBlank = true, controlCharacters = 'null bytes refused' } = options;

  const read = (value: string, name: string): string => {
    if (LONE_SURROGATE.test(value)) throw malformedUnicode(name);
    if (controlCharacters === 'null bytes refused' && value.includes('\0')) throw nullBytes(name);
    if (controlCharacters === 'refused') refuseControlCharacters(value, name);
    if (max !== undefined && isLongerThan(max, value)) throw tooLong(name, max);
    if (!mayBeBlank && value.trim() === '') throw blank(name);
    return value;
  };
  return plainType({
    kind: 'text',
    schema: { type: 'string', ...(max !== undefined && { maxLength: max }), ...(!mayBeBlank && { minLength: 1 }) },
    read,
    check: (value, name) => {
      if (typeof value !== 'string') throw notA('a string', name);
      return read(value, name);
    },
  });
}

function refuseControlCharacters(value: string, name: string): void {
  const match = CONTROL_CHARACTER.exec(value);
  if (match !== null) throw controlCharacter(name, [...value.slice(0, match.index)].length + 1);
}

/** Whether a text has more code points than `max`. A code point has one or two UTF-16 units, so few texts need an expensive count. */
export const isLongerThan = (max: number, text: string): boolean =>
  text.length > max && (text.length > 2 * max || [...text].length > max);

/** ISO 8601 with an offset. */
export const dateTime = (): FieldType<string> => ({
  ...text(),
  kind: 'date-time',
  schema: {
    type: 'string',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})$',
  },
});
