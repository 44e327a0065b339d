import { type MessageForReader, matchesNarrow, type Narrow, parseNarrow } from '@chat/narrow';

/** A narrow as GET /messages takes it. */
export type WireNarrow = readonly {
  readonly operator: string;
  readonly operand: string | number | readonly number[];
  readonly negated?: boolean;
}[];

type Operator = Narrow[number]['operator'];
const PLACE_OPERATORS: ReadonlySet<Operator> = new Set(['stream', 'streams', 'topic', 'dm', 'dm-including']);
const invalid = (message: string): Error => new Error(message);

/** The narrow of a view, as far as new and changed messages need it. */
export class ViewNarrow {
  private readonly narrow: Narrow;
  private readonly place: Narrow;

  /** Throws if it is not a narrow. */
  constructor(readonly wire: WireNarrow) {
    this.narrow = parseNarrow(wire, { badRequest: invalid, badNarrow: invalid });
    this.place = this.narrow.filter(({ operator }) => PLACE_OPERATORS.has(operator));
  }

  get key(): string {
    return keyOf(this.wire);
  }

  /** Whether only the server can match: it knows stems of words, and files. */
  get isSearch(): boolean {
    return this.narrow.some(
      (term) => term.operator === 'search' || (term.operator === 'has' && term.part === 'attachment'),
    );
  }

  matches(message: MessageForReader): boolean {
    return matchesNarrow(this.narrow, message);
  }

  /** Whether messages of a place may match. */
  mayMatchIn(place: MessageForReader): boolean {
    return matchesNarrow(this.place, place);
  }

  /** Whether a flag of a message decides about it. */
  dependsOn(flag: string): boolean {
    return this.narrow.some(
      (term) => term.operator === 'is' && (term.property === flag || (flag === 'read' && term.property === 'unread')),
    );
  }

  /** Whether an edit of a message can bring it into the view. */
  get dependsOnContent(): boolean {
    return (
      this.narrow.some(({ operator }) => operator === 'has') || this.dependsOn('mentioned') || this.dependsOn('alerted')
    );
  }

  /** Whether muting decides. */
  get dependsOnMuting(): boolean {
    return this.narrow.some((term) => term.operator === 'in' && term.view === 'home');
  }
}

/** Equal for narrows with the same terms in the same order. An absent `negated` equals `false`. */
export const keyOf = (narrow: WireNarrow): string =>
  JSON.stringify(narrow.map(({ operator, operand, negated = false }) => [operator, operand, negated]));
