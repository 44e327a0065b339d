import { useField } from '../client/index.js';
import { useUnreadCounts } from './use-unread.js';

/** Values of `desktop_icon_count_display`. */
const CountOf = { All: 1, DirectAndMentions: 2, None: 3 } as const;

/** The unread messages that the reader wants to see at a glance: in the title of the page and on its icon. */
export function useIconCount(): number {
  const counted = useField('user_settings')?.desktop_icon_count_display ?? CountOf.All;
  return useUnreadCounts(({ total, direct, mentions }) =>
    counted === CountOf.All ? total : counted === CountOf.DirectAndMentions ? direct + mentions : 0,
  );
}
