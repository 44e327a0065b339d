import type { SlashCommand } from './slash-commands.js';
import type { Trigger } from './trigger.js';

/** Something that a suggestion inserts. */
export type Suggestion =
  | { readonly kind: 'person'; readonly userId: number; readonly name: string; readonly isAmbiguous: boolean }
  | { readonly kind: 'group'; readonly groupId: number; readonly name: string; readonly size: number }
  | { readonly kind: 'wildcard'; readonly name: 'all' | 'everyone' | 'stream' }
  | { readonly kind: 'stream'; readonly streamId: number; readonly name: string }
  | { readonly kind: 'topic'; readonly name: string; readonly isNew: boolean }
  | { readonly kind: 'emoji'; readonly name: string; readonly code: string; readonly picture?: string | undefined }
  | { readonly kind: 'command'; readonly name: SlashCommand }
  | { readonly kind: 'language'; readonly name: string }
  | { readonly kind: 'time'; readonly name: string; readonly atSeconds: number };

export interface Completed {
  readonly text: string;
  readonly caret: number;
}

/** The text with the suggestion in place of the typed letters, and the caret behind it. Pure. */
export function complete(text: string, caret: number, trigger: Trigger, suggestion: Suggestion): Completed {
  const inserted = insertedFor(trigger, suggestion);
  const rest = text.slice(caret);
  // A blank that already stands there is used.
  const isSpaced = inserted.endsWith(' ') && rest.startsWith(' ');
  const before = text.slice(0, trigger.start) + inserted;
  return { text: before + (isSpaced ? rest.slice(1) : rest), caret: before.length };
}

function insertedFor(trigger: Trigger, suggestion: Suggestion): string {
  const at = trigger.kind === 'silent-mention' ? '@_' : '@';
  switch (suggestion.kind) {
    case 'person':
      return `${at}**${suggestion.name}${suggestion.isAmbiguous ? `|${suggestion.userId}` : ''}** `;
    case 'group':
      return `${at}*${suggestion.name}* `;
    case 'wildcard':
      return `${at}**${suggestion.name}** `;
    case 'stream':
      return `#**${suggestion.name}** `;
    case 'topic':
      return `#**${trigger.stream}>${suggestion.name}** `;
    case 'emoji':
      return `:${suggestion.name}: `;
    case 'command':
      return `/${suggestion.name} `;
    case 'language':
      return `\`\`\`${suggestion.name}\n`;
    case 'time':
      return `<time:${new Date(1_000 * suggestion.atSeconds).toISOString().replace('.000', '')}> `;
  }
}
