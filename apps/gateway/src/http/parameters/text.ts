import { type TextOptions as KitTextOptions, text as textType } from '@chat/contracts';
import { Parameter } from './parameter.js';

export interface TextOptions extends Pick<KitTextOptions, 'controlCharacters'> {
  /** In Unicode code points; longer text is refused. Leave it out where the service cuts instead. */
  readonly maxLength?: number;
  /** Refuse text that is empty or all white space. */
  readonly notBlank?: boolean;
}

/** Any text, sent as it is. */
export const text = ({ maxLength, notBlank, controlCharacters }: TextOptions = {}): Parameter<string> =>
  new Parameter(
    textType({
      ...(maxLength !== undefined && { max: maxLength }),
      ...(notBlank && { blank: false }),
      ...(controlCharacters !== undefined && { controlCharacters }),
    }),
  );
