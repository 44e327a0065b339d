/** A condition of a narrow in the form of GET /messages. */
export interface MarkingTerm {
  readonly operator: string;
  readonly operand: unknown;
  readonly negated: boolean;
}

/** Values of the setting `web_mark_read_on_scroll_policy`. */
export const MARK_READ_ALWAYS = 1;
export const MARK_READ_IN_CONVERSATIONS = 2;
export const MARK_READ_NEVER = 3;

const CONVERSATIONS = new Set(['stream topic', 'dm']);
/** Views of whole conversations. Others, such as a search, show messages without their context. */
const WHOLE_VIEWS = new Set([...CONVERSATIONS, '', 'stream', 'is-dm', 'is-resolved', 'in-home', 'in-all']);
/** Operators with one of few words as operand. */
const WITH_OPERAND = new Set(['is', 'in', 'has', 'streams']);

/** Whether reading in the view of a narrow marks its messages as read. */
export function marksAsRead(narrow: readonly MarkingTerm[], policy: number): boolean {
  switch (policy) {
    case MARK_READ_ALWAYS:
      return WHOLE_VIEWS.has(kindOf(narrow));
    case MARK_READ_IN_CONVERSATIONS:
      return isConversation(narrow);
    default:
      return false;
  }
}

/** One topic, or the direct messages with the same people. */
export const isConversation = (narrow: readonly MarkingTerm[]): boolean => CONVERSATIONS.has(kindOf(narrow));

/** The terms of a narrow without their values, in an order of its own. */
const kindOf = (narrow: readonly MarkingTerm[]): string => narrow.map(termKind).sort().join(' ');

function termKind({ operator, operand, negated }: MarkingTerm): string {
  const kind = WITH_OPERAND.has(operator) ? `${operator}-${operand}` : operator;
  return negated ? `not-${kind}` : kind;
}
