import type { ReactNode } from 'react';
import { go } from '../addresses/index.js';
import { EmptyPage } from '../conversations/index.js';
import { Button } from '../design/button.js';
import type { IconName } from '../design/icons.js';
import { type TextKey, useText } from '../languages/index.js';
import { runCommand } from '../shortcuts/index.js';
import { ViewHeader } from './view-header.js';

/** Why a view cannot be shown. */
export type Problem = 'unknown' | 'stream' | 'archived' | 'person' | 'forbidden' | 'gone';

/** A stream or person that does not exist and one that is hidden have the same words. */
const PROBLEMS: Readonly<
  Record<Problem, { readonly icon: IconName; readonly title: TextKey; readonly hint: TextKey }>
> = {
  unknown: { icon: 'link', title: 'problem.unknown', hint: 'problem.unknown_hint' },
  stream: { icon: 'hash', title: 'problem.stream', hint: 'problem.stream_hint' },
  archived: { icon: 'hash', title: 'problem.archived', hint: 'problem.archived_hint' },
  person: { icon: 'people', title: 'problem.person', hint: 'problem.person_hint' },
  forbidden: { icon: 'lock', title: 'problem.forbidden', hint: 'problem.forbidden_hint' },
  gone: { icon: 'close', title: 'problem.gone', hint: 'problem.gone_hint' },
};

/** Another stream may be meant. */
const OF_STREAMS: ReadonlySet<Problem> = new Set(['stream', 'archived']);

interface Props {
  readonly problem: Problem;
  /** Further ways out. */
  readonly children?: ReactNode;
}

export function ProblemView({ problem, children }: Props) {
  const text = useText();
  return (
    <>
      <ViewHeader title={text(PROBLEMS[problem].title)} />
      <ProblemPage problem={problem}>
        <Button kind="main" onClick={() => go({ view: 'inbox' })}>
          {text('view.inbox')}
        </Button>
        {OF_STREAMS.has(problem) && (
          <Button onClick={() => runCommand('streams.browse')}>{text('streams.browse')}</Button>
        )}
        {children}
      </ProblemPage>
    </>
  );
}

/** In place of the contents of a view, below its heading. */
export function ProblemPage({ problem, children }: { readonly problem: Problem; readonly children?: ReactNode }) {
  const text = useText();
  const { icon, title, hint } = PROBLEMS[problem];
  return (
    <EmptyPage icon={icon} title={text(title)} hint={text(hint)}>
      {children}
    </EmptyPage>
  );
}
