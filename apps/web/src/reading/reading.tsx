import { lazy, Suspense, useMemo, useState } from 'react';
import { type AddressTerm, go, withPeople } from '../addresses/index.js';
import { useClient } from '../client/index.js';
import { Compose } from '../compose/index.js';
import { ReactionPicker } from '../emoji/index.js';
import { type ContentActions, ContentProvider } from '../message/index.js';
import { MessageDialogs } from '../message-actions/index.js';
import { currentList, MessageList } from '../message-list/index.js';
import { namesOf } from '../names/index.js';
import { useListCommands } from './use-list-commands.js';
import { useMessageCommands } from './use-message-commands.js';

const Lightbox = lazy(() => import('../message/lightbox.js'));

interface Props {
  readonly terms: readonly AddressTerm[];
  /** The message of a link. */
  readonly near?: number | undefined;
}

/** The messages of a narrow and the box below them. */
export function Reading({ terms, near }: Props) {
  const client = useClient();
  const [picture, setPicture] = useState<HTMLAnchorElement | null>(null);
  const actions = useMemo<ContentActions>(
    () => ({
      openPicture: setPicture,
      openPerson: (userId) => go(withPeople([userId]), { names: namesOf(client) }),
    }),
    [client],
  );
  useListCommands();
  useMessageCommands();
  return (
    <ContentProvider actions={actions}>
      <MessageList terms={terms} near={near} />
      <Compose terms={terms} onSent={() => currentList()?.toLatest()} />
      <MessageDialogs />
      <ReactionPicker />
      {picture !== null && (
        <Suspense>
          <Lightbox link={picture} onClose={() => setPicture(null)} />
        </Suspense>
      )}
    </ContentProvider>
  );
}
