import { useEffect } from 'react';
import { type Address, operandOf } from '../addresses/index.js';
import { useField } from '../client/index.js';
import { useText } from '../languages/index.js';
import { useUnreadCounts } from '../unread/index.js';
import { useStream, useTitleNames, viewTitle } from '../view/index.js';

/** Values of `desktop_icon_count_display`. */
const CountOf = { All: 1, DirectAndMentions: 2, None: 3 } as const;

/** `(3) Logo – design – Fernwood` */
export function usePageTitle(address: Address | undefined): void {
  const text = useText();
  const names = useTitleNames();
  const realm = useField('realm_name') ?? text('app.name');
  const counted = useField('user_settings')?.desktop_icon_count_display ?? CountOf.All;
  const unread = useUnreadCounts(({ total, direct, mentions }) =>
    counted === CountOf.All ? total : counted === CountOf.DirectAndMentions ? direct + mentions : 0,
  );
  const streamId = address === undefined ? undefined : operandOf(address, 'stream');
  const stream = useStream(typeof streamId === 'number' ? streamId : undefined);
  const title = address === undefined ? text('problem.unknown') : viewTitle(address, names);
  const parts = [title, ...(stream === undefined || stream.name === title ? [] : [stream.name]), realm];
  const shown = `${unread > 0 ? `(${unread}) ` : ''}${parts.join(' – ')}`;
  useEffect(() => {
    document.title = shown;
  }, [shown]);
}
