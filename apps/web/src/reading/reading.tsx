import { Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { type AddressTerm, go, operandOf, withPeople } from '../addresses/index.js';
import { useClient, useMessageViewError, useRecord } from '../client/index.js';
import { Compose } from '../compose/index.js';
import { Button } from '../design/button.js';
import { ReactionPicker } from '../emoji/index.js';
import { useText } from '../languages/index.js';
import { lazyPart } from '../loading/index.js';
import { type ContentActions, ContentProvider } from '../message/index.js';
import { MessageDialogs } from '../message-actions/index.js';
import { currentList, MessageList } from '../message-list/index.js';
import { namesOf } from '../names/index.js';
import { LoadingPart } from '../shortcuts/index.js';
import { type Problem, ProblemPage, refusalOf } from '../view/index.js';
import { FollowMove } from './follow-move.js';
import { useListCommands } from './use-list-commands.js';
import { useMessageCommands } from './use-message-commands.js';

const Lightbox = lazyPart(() => import('../message/lightbox.js'));

interface Props {
  readonly terms: readonly AddressTerm[];
  /** The message of a link. */
  readonly near?: number | undefined;
}

/** The messages of a narrow and the box below them, or why the server does not show them. */
export function Reading({ terms, near }: Props) {
  const { view, error } = useMessageViewError(terms);
  useEffect(() => {
    // The view may be allowed since an earlier visit.
    if (view.snapshot().error !== undefined) view.retry();
  }, [view]);
  const refusal = refusalOf(error, terms);
  if (refusal !== undefined) return <Refusal problem={refusal} terms={terms} onRetry={() => view.retry()} />;
  return <Conversation terms={terms} near={near} />;
}

interface RefusalProps {
  readonly problem: Problem;
  readonly terms: readonly AddressTerm[];
  readonly onRetry: () => void;
}

function Refusal({ problem, terms, onRetry }: RefusalProps) {
  const text = useText();
  const streamId = operandOf({ view: 'narrow', terms }, 'stream');
  const isMember = useRecord('subscriptions', typeof streamId === 'number' ? streamId : undefined) !== undefined;
  const [wasMember] = useState(isMember);
  const isNewMember = isMember && !wasMember;
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (isNewMember) retry();
  }, [isNewMember]);
  return (
    <ProblemPage problem={problem}>
      <Button onClick={onRetry}>{text('problem.retry')}</Button>
    </ProblemPage>
  );
}

function Conversation({ terms, near }: Props) {
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
      <FollowMove terms={terms} />
      <MessageDialogs />
      <ReactionPicker />
      {picture !== null && (
        <Suspense fallback={<LoadingPart />}>
          <Lightbox link={picture} onClose={() => setPicture(null)} />
        </Suspense>
      )}
    </ContentProvider>
  );
}
