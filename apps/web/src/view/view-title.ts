import type { Address, AddressTerm } from '../addresses/index.js';
import type { TextKey } from '../languages/index.js';

/** Names of the things in an address. */
export interface TitleNames {
  text(key: TextKey, values?: Readonly<Record<string, string | number>>): string;
  list(items: readonly string[]): string;
  streamName(id: number): string | undefined;
  userName(id: number): string | undefined;
  /** The search that leads to the address. */
  query(address: Address): string;
}

const VIEWS: Readonly<Record<Exclude<Address['view'], 'narrow'>, TextKey>> = {
  inbox: 'view.inbox',
  recent: 'view.recent',
  all_messages: 'view.all',
  drafts: 'view.drafts',
  scheduled: 'view.scheduled',
};
const IS: Readonly<Record<string, TextKey>> = {
  mentioned: 'view.mentions',
  starred: 'view.starred',
  dm: 'view.direct',
  unread: 'view.unread',
  resolved: 'view.resolved',
  alerted: 'view.alerted',
};

/** The heading of a view: the topic, the stream, the people or the view. */
export function viewTitle(address: Address, names: TitleNames): string {
  if (address.view !== 'narrow') return names.text(VIEWS[address.view]);
  return titleOfTerms(address.terms, names) ?? names.text('view.search', { query: names.query(address) });
}

/** Undefined for a narrow that only its search describes. */
function titleOfTerms(terms: readonly AddressTerm[], names: TitleNames): string | undefined {
  if (terms.length === 0) return names.text('view.all');
  if (terms.some(({ negated }) => negated)) return undefined;
  const [first, second] = terms;
  if (isPlainStream(first) && terms.length === 2 && second?.operator === 'topic')
    return shownTopic(String(second.operand), names);
  if (terms.length > 1 || first === undefined) return undefined;
  return titleOfTerm(first, names);
}

const isPlainStream = (term: AddressTerm | undefined): boolean => term?.operator === 'stream';

function titleOfTerm({ operator, operand }: AddressTerm, names: TitleNames): string | undefined {
  if (operator === 'stream') return typeof operand === 'number' ? names.streamName(operand) : String(operand);
  if (operator === 'dm' && typeof operand === 'object') {
    return names.list(operand.map((id) => names.userName(id) ?? names.text('person.unknown')));
  }
  if (operator === 'sender' && typeof operand === 'number') {
    return names.text('view.sent_by', { name: names.userName(operand) ?? names.text('person.unknown') });
  }
  const view = operator === 'is' ? IS[String(operand)] : undefined;
  return view === undefined ? undefined : names.text(view);
}

const RESOLVED = '✔ ';
/** A resolved topic without its mark, which the heading shows otherwise. */
const shownTopic = (topic: string, names: TitleNames): string => {
  const name = topic.startsWith(RESOLVED) ? topic.slice(RESOLVED.length) : topic;
  return name === '' ? names.text('view.no_topic') : name;
};
