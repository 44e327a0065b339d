import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useField, useRecords } from '../client/index.js';
import { useFormats, useText } from '../languages/index.js';
import { alertWordPattern } from './content/alert-words.js';
import type { ContentActions } from './content/content-clicks.js';
import type { ContentReader } from './content/content-reader.js';
import { PLAIN_TEXT } from './emoji.js';

const Reader = createContext<ContentReader | undefined>(undefined);
const Actions = createContext<ContentActions>({ openPicture: () => undefined, openPerson: () => undefined });

interface Props {
  readonly actions: ContentActions;
  readonly children: ReactNode;
}

/** The reader of all contents inside: one object, so that nothing is prepared twice. */
export function ContentProvider({ actions, children }: Props) {
  const text = useText();
  const formats = useFormats();
  const ownUserId = useField('user_id') as number;
  const groups = useRecords('realm_user_groups');
  // A new set only if the reader's groups are others, so that nothing is prepared again.
  const ownGroups = [...groups.values()].filter(({ members }) => members.has(ownUserId)).map(({ id }) => id);
  const ownGroupKey = ownGroups.join(',');
  const ownGroupIds = useMemo(() => new Set(ownGroupKey.split(',').map(Number)), [ownGroupKey]);
  const alertWords = useField('alert_words');
  const hasPlainEmoji = useField('user_settings')?.emojiset === PLAIN_TEXT;
  const reader = useMemo<ContentReader>(
    () => ({
      ownUserId,
      ownGroupIds,
      alertWords: alertWordPattern([...(alertWords ?? [])]),
      hasPlainEmoji,
      formatTime: formats.dateTime,
      labels: {
        code: text('message.code'),
        copyCode: text('message.copyCode'),
        table: text('message.table'),
        formula: text('message.formula'),
        picture: text('message.picture'),
        spoiler: text('message.spoiler'),
        toggleSpoiler: text('message.toggleSpoiler'),
      },
    }),
    [ownUserId, ownGroupIds, alertWords, hasPlainEmoji, formats, text],
  );
  return (
    <Reader value={reader}>
      <Actions value={actions}>{children}</Actions>
    </Reader>
  );
}

export function useContentReader(): ContentReader {
  const reader = useContext(Reader);
  if (reader === undefined) throw new Error('Content is shown outside of a ContentProvider.');
  return reader;
}

export const useContentActions = (): ContentActions => useContext(Actions);
