import type { ChatClient } from '@chat/chat-client';
import { EXTRA_EMOJI, emojiCharacters } from '../message/content/emoji.js';
import { type SearchedItem, searched } from '../typeahead/index.js';

/** An emoji that can be chosen. */
export interface EmojiChoice {
  /** Written between colons. */
  readonly name: string;
  readonly code: string;
  readonly type: 'unicode_emoji' | 'realm_emoji' | 'service_extra_emoji';
  /** Null: a picture shows it. */
  readonly characters: string | null;
  readonly picture?: string | undefined;
  /** Further names, for the search. */
  readonly otherNames: readonly string[];
}

let unicode: Promise<readonly EmojiChoice[]> | undefined;

/** The emoji of the server, loaded at their first use. */
function unicodeEmoji(client: ChatClient): Promise<readonly EmojiChoice[]> {
  unicode ??= fetch(client.state.field('server_emoji_data_url') as string)
    .then((response) => response.json() as Promise<{ code_to_names: Readonly<Record<string, readonly string[]>> }>)
    .then(({ code_to_names: names }) =>
      inOrder(Object.entries(names)).map(([code, [name = code, ...otherNames]]) => ({
        ...{ name, code, otherNames },
        type: 'unicode_emoji' as const,
        characters: emojiCharacters(code),
      })),
    )
    .catch((error: unknown) => {
      unicode = undefined;
      throw error;
    });
  return unicode;
}

const EXTRA: EmojiChoice = {
  ...EXTRA_EMOJI,
  code: EXTRA_EMOJI.name,
  type: 'service_extra_emoji',
  characters: null,
  otherNames: [],
};

/** The emoji of the organization come first. */
export async function allEmoji(client: ChatClient): Promise<readonly SearchedItem<EmojiChoice>[]> {
  const own = Object.values(client.state.field('realm_emoji') ?? {})
    .filter(({ deactivated }) => !deactivated)
    .map(({ id, name, source_url: picture }) => ({
      ...{ name, picture },
      code: String(id),
      type: 'realm_emoji' as const,
      characters: null,
      otherNames: [],
    }));
  const names = new Set(own.map(({ name }) => name));
  const others = [...(await unicodeEmoji(client)), EXTRA].filter(({ name }) => !names.has(name));
  return searched<EmojiChoice>([...own, ...others], ({ name, otherNames }) =>
    [name, ...otherNames].map((one) => one.replaceAll('_', ' ')),
  );
}

/** As the server has them: an object lists names that look like numbers, such as `2122`, before the others. */
const inOrder = <Entry extends readonly [string, unknown]>(entries: readonly Entry[]): readonly Entry[] => {
  const isNumber = ([code]: Entry) => /^\d+$/.test(code);
  return [...entries.filter((entry) => !isNumber(entry)), ...entries.filter(isNumber)];
};
