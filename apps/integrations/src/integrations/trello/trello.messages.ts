import { link, plain } from '../../incoming-webhooks/text/markdown.js';
import { bold, time, withQuote } from '../../incoming-webhooks/text/phrases.js';
import type { Card, Person, TrelloEvent } from './trello.payload.js';

/** The sentence after the person, or undefined for a change of no interest. */
type Describe = (event: TrelloEvent) => string | undefined;

export const ACTIONS = new Map<string, Describe>([
  ['createCard', (event) => `created ${cardOf(event)}${inList(event)}.`],
  ['updateCard', updatedCard],
  ['commentCard', (event) => withQuote(`commented on ${cardOf(event)}`, event.action.data.text)],
  ['addAttachmentToCard', (event) => `added the attachment ${attachmentOf(event)} to ${cardOf(event)}.`],
  ['addLabelToCard', (event) => `added ${labelOf(event)} to ${cardOf(event)}.`],
  ['removeLabelFromCard', (event) => `removed ${labelOf(event)} from ${cardOf(event)}.`],
  ['addMemberToCard', (event) => `added ${memberOf(event)} to ${cardOf(event)}.`],
  ['removeMemberFromCard', (event) => `removed ${memberOf(event)} from ${cardOf(event)}.`],
  ['addChecklistToCard', (event) => `added the checklist ${checklistOf(event)} to ${cardOf(event)}.`],
  ['updateCheckItemStateOnCard', checkedItem],
  ['createList', (event) => `added the list ${bold(event.action.data.list?.name ?? '')} to ${boardOf(event)}.`],
  ['addMemberToBoard', (event) => `added ${memberOf(event)} to ${boardOf(event)}.`],
  ['removeMemberFromBoard', (event) => `removed ${memberOf(event)} from ${boardOf(event)}.`],
  ['updateBoard', renamedBoard],
]);

/** Trello sends each change of a card with the former value of the changed part. */
function updatedCard(event: TrelloEvent): string | undefined {
  const { listBefore, listAfter, old, card } = event.action.data;
  if (listAfter !== undefined) {
    return `moved ${cardOf(event)} from ${bold(listBefore?.name ?? '')} to ${bold(listAfter.name ?? '')}.`;
  }
  if (old?.name) return `renamed the card from ${bold(old.name)} to ${cardOf(event)}.`;
  if (old?.desc !== undefined) return changedDescription(event, old.desc, card?.desc ?? '');
  if (old?.closed !== undefined) return `${card?.closed ? 'archived' : 'reopened'} ${cardOf(event)}.`;
  // Null is a value here: the card had no due date.
  return old?.due === undefined ? undefined : changedDueDate(event, old.due);
}

function changedDescription(event: TrelloEvent, before: string, after: string): string {
  if (before === '') return withQuote(`set the description of ${cardOf(event)}`, after);
  if (after === '') return withQuote(`removed the description of ${cardOf(event)}`, before);
  return `${withQuote(`changed the description of ${cardOf(event)}`, after)}\n\n${withQuote('It was', before)}`;
}

function changedDueDate(event: TrelloEvent, before: unknown): string {
  const after = time(event.action.data.card?.due);
  const former = typeof before === 'string' ? time(before) : undefined;
  if (after === undefined) return `removed the due date${former ? ` (${former})` : ''} of ${cardOf(event)}.`;
  if (former === undefined) return `set the due date of ${cardOf(event)} to ${after}.`;
  return `changed the due date of ${cardOf(event)} from ${former} to ${after}.`;
}

function checkedItem(event: TrelloEvent): string {
  const { checkItem } = event.action.data;
  const verb = checkItem?.state === 'complete' ? 'checked' : 'unchecked';
  return `${verb} ${bold(checkItem?.name ?? '')} in the checklist ${checklistOf(event)} of ${cardOf(event)}.`;
}

function renamedBoard(event: TrelloEvent): string | undefined {
  const before = event.action.data.old?.name;
  return before === undefined ? undefined : `renamed the board from ${bold(before)} to ${boardOf(event)}.`;
}

const cardOf = ({ action }: TrelloEvent): string =>
  link(action.data.card?.name ?? 'a card', addressOf(action.data.card));

const addressOf = (card: Card | undefined): string | undefined =>
  card?.shortLink && `https://trello.com/c/${encodeURIComponent(card.shortLink)}`;

const boardOf = ({ action, model }: TrelloEvent): string =>
  link(action.data.board?.name ?? model?.name ?? 'the board', model?.shortUrl ?? model?.url);

function inList({ action }: TrelloEvent): string {
  const list = action.data.list?.name;
  return list ? ` in ${bold(list)}` : '';
}

const attachmentOf = ({ action }: TrelloEvent): string =>
  link(action.data.attachment?.name ?? 'without a name', action.data.attachment?.url);

const checklistOf = ({ action }: TrelloEvent): string => bold(action.data.checklist?.name ?? '');

const memberOf = ({ action }: TrelloEvent): string => `${nameOf(action.member)}${usernameOf(action.member)}`;

const usernameOf = (person: Person | undefined): string =>
  person?.fullName && person.username ? ` (${plain(person.username)})` : '';

function labelOf({ action }: TrelloEvent): string {
  const { text, value } = action.data;
  return text ? `the label ${bold(text)}${value ? ` (${plain(value)})` : ''}` : `the ${plain(value ?? '')} label`;
}

export const nameOf = (person: Person | undefined): string =>
  plain(person?.fullName ?? person?.username ?? 'A person in Trello');
