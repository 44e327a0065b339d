import { List, Obj, Text } from '../../incoming-webhooks/payload/fields.js';

/** A text, an image or any other element of a block. */
export class Element {
  @Text() type?: string;
  @Text() text?: string;
  @Text() imageUrl?: string;
  @Text() altText?: string;
}

/** All kinds of blocks. */
export class Block {
  @Text({ required: true }) type!: string;
  @Obj(() => Element) text?: Element;
  @List(() => Element) fields?: Element[];
  @Obj(() => Element) accessory?: Element;
  @List(() => Element) elements?: Element[];
  @Text() imageUrl?: string;
  @Text() altText?: string;
}

export class Field {
  @Text() title?: string;
  @Text() value?: string;
}

export class Attachment {
  @Text() title?: string;
  @Text() titleLink?: string;
  @Text() pretext?: string;
  @Text() text?: string;
  @List(() => Field) fields?: Field[];
  @List(() => Block) blocks?: Block[];
  @Text() imageUrl?: string;
  @Text() footer?: string;
  @Text() ts?: string;
}

export class SlackMessage {
  @Text() channel?: string;
  @Text() text?: string;
  @Text() iconEmoji?: string;
  @List(() => Block) blocks?: Block[];
  @List(() => Attachment) attachments?: Attachment[];
}
