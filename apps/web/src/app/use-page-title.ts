import { useEffect } from 'react';
import { type Address, operandOf } from '../addresses/index.js';
import { useField } from '../client/index.js';
import { useText } from '../languages/index.js';
import { useIconCount } from '../unread/index.js';
import { useStream, useTitleNames, viewTitle } from '../view/index.js';

/** `(3) Logo – design – Fernwood` */
export function usePageTitle(address: Address | undefined): void {
  const text = useText();
  const names = useTitleNames();
  const realm = useField('realm_name') ?? text('app.name');
  const unread = useIconCount();
  const streamId = address === undefined ? undefined : operandOf(address, 'stream');
  const stream = useStream(typeof streamId === 'number' ? streamId : undefined);
  const title = address === undefined ? text('problem.unknown') : viewTitle(address, names);
  const parts = [title, ...(stream === undefined || stream.name === title ? [] : [stream.name]), realm];
  const shown = `${unread > 0 ? `(${unread}) ` : ''}${parts.join(' – ')}`;
  useEffect(() => {
    document.title = shown;
  }, [shown]);
}
