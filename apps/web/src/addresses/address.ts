/** A condition of a narrow in the form of GET /messages. */
export interface AddressTerm {
  readonly operator: string;
  readonly operand: string | number | readonly number[];
  readonly negated: boolean;
}

export const LIST_VIEWS = ['inbox', 'recent', 'all_messages', 'drafts', 'scheduled'] as const;
export type ListView = (typeof LIST_VIEWS)[number];

/** The view that the part of the URL after `#` names. */
export type Address =
  | { readonly view: ListView }
  | {
      readonly view: 'narrow';
      readonly terms: readonly AddressTerm[];
      /** The message at which the view opens. */
      readonly near?: number | undefined;
    };

export const inStream = (streamId: number): Address => narrow(term('stream', streamId));
export const inTopic = (streamId: number, topic: string, near?: number): Address =>
  narrow([...term('stream', streamId), ...term('topic', topic)], near);
/** Direct messages with these people; without the reader, unless alone. */
export const withPeople = (userIds: readonly number[], near?: number): Address =>
  narrow(
    term(
      'dm',
      [...userIds].sort((one, other) => one - other),
    ),
    near,
  );
export const messagesThatAre = (property: string): Address => narrow(term('is', property));
export const sentBy = (userId: number): Address => narrow(term('sender', userId));

const term = (operator: string, operand: AddressTerm['operand']): readonly AddressTerm[] => [
  { operator, operand, negated: false },
];
const narrow = (terms: readonly AddressTerm[], near?: number): Address =>
  near === undefined ? { view: 'narrow', terms } : { view: 'narrow', terms, near };

/** The one term of the operator that a narrow of one conversation has. */
export const operandOf = (address: Address, operator: string): AddressTerm['operand'] | undefined =>
  address.view === 'narrow'
    ? address.terms.find((candidate) => candidate.operator === operator && !candidate.negated)?.operand
    : undefined;

/** Whether both name the same messages, wherever they open. */
export const isSameView = (one: Address, other: Address): boolean => viewKey(one) === viewKey(other);

/** Equal for addresses of the same messages. */
export const viewKey = (address: Address): string =>
  address.view === 'narrow' ? JSON.stringify(address.terms) : address.view;
