import { type Address, go } from '../addresses/index.js';
import { useClient } from '../client/index.js';
import { writingOf } from '../compose/index.js';
import { Inbox, RecentConversations } from '../conversations/index.js';
import { Button } from '../design/button.js';
import { useText } from '../languages/index.js';
import { Reading } from '../reading/index.js';
import { Drafts, Scheduled } from '../saved/index.js';
import { destinationOf } from '../sending/index.js';
import { NarrowView, type Problem, ProblemView } from '../view/index.js';

type NarrowAddress = Extract<Address, { view: 'narrow' }>;
const ALL_MESSAGES: NarrowAddress = { view: 'narrow', terms: [] };

interface Props {
  readonly address: Address | undefined;
  readonly problem: Problem | undefined;
  readonly hasDetails: boolean;
  readonly onDetails: () => void;
}

export function View({ address, problem, hasDetails, onDetails }: Props) {
  if (address === undefined || problem !== undefined) {
    return (
      <ProblemView problem={problem ?? 'unknown'}>
        <DraftsOffer address={address} />
      </ProblemView>
    );
  }
  const narrow = (shown: NarrowAddress) => (
    <NarrowView address={shown} hasDetails={hasDetails} onDetails={onDetails}>
      <Reading terms={shown.terms} near={shown.near} />
    </NarrowView>
  );
  switch (address.view) {
    case 'inbox':
      return <Inbox />;
    case 'recent':
      return <RecentConversations />;
    case 'drafts':
      return <Drafts />;
    case 'scheduled':
      return <Scheduled />;
    case 'all_messages':
      return narrow(ALL_MESSAGES);
    case 'narrow':
      return narrow(address);
  }
}

/** The way to a text for a conversation that cannot be shown. */
function DraftsOffer({ address }: { readonly address: Address | undefined }) {
  const text = useText();
  const { drafts } = writingOf(useClient());
  const destination = address?.view === 'narrow' ? destinationOf(address.terms) : null;
  if (destination === null || drafts.get(destination) === '') return null;
  return <Button onClick={() => go({ view: 'drafts' })}>{text('problem.drafts')}</Button>;
}
