import { Any, Bool, Obj, Text } from '../../incoming-webhooks/payload/fields.js';

export class Person {
  @Text({ key: 'fullName' }) fullName?: string;
  @Text() username?: string;
}

export class Card {
  @Text() name?: string;
  @Text({ key: 'shortLink' }) shortLink?: string;
  @Text() desc?: string;
  @Text() due?: string;
  @Bool() closed?: boolean;
}

/** The former values of the changed parts: any of them may be null or empty. */
export class Old {
  @Text() name?: string;
  @Text() desc?: string;
  @Any() due?: unknown;
  @Bool() closed?: boolean;
}

export class Named {
  @Text() name?: string;
}

export class Attachment {
  @Text() name?: string;
  @Text() url?: string;
}

export class CheckItem {
  @Text() name?: string;
  @Text() state?: string;
}

export class ActionData {
  @Obj(() => Named) board?: Named;
  @Obj(() => Card) card?: Card;
  @Obj(() => Old) old?: Old;
  @Obj(() => Named) list?: Named;
  @Obj(() => Named, { key: 'listBefore' }) listBefore?: Named;
  @Obj(() => Named, { key: 'listAfter' }) listAfter?: Named;
  @Obj(() => Attachment) attachment?: Attachment;
  @Obj(() => Named) checklist?: Named;
  @Obj(() => CheckItem, { key: 'checkItem' }) checkItem?: CheckItem;
  /** Text of a comment or a label. */
  @Text() text?: string;
  /** Colour of a label. */
  @Text() value?: string;
}

export class Action {
  @Text() id?: string;
  @Text({ required: true }) type!: string;
  @Obj(() => ActionData, { required: true }) data!: ActionData;
  @Obj(() => Person, { key: 'memberCreator' }) memberCreator?: Person;
  @Obj(() => Person) member?: Person;
}

export class Board {
  @Text() name?: string;
  @Text({ key: 'shortUrl' }) shortUrl?: string;
  @Text() url?: string;
}

export class TrelloEvent {
  @Obj(() => Action, { required: true }) action!: Action;
  @Obj(() => Board) model?: Board;
}
