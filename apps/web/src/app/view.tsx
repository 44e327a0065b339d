import type { Address } from '../addresses/index.js';
import { Inbox, RecentConversations } from '../conversations/index.js';
import { Reading } from '../reading/index.js';
import { Drafts, Scheduled } from '../saved/index.js';
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
  if (address === undefined || problem !== undefined) return <ProblemView problem={problem ?? 'unknown'} />;
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
