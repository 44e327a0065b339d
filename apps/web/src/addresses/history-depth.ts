interface Entry {
  /** Views of the client before this one in the history of the tab, without gaps. */
  readonly depth: number;
}

const depthOf = (state: unknown): number | undefined => (state as Entry | null)?.depth;

/** Numbers the entries of the history from now on. Entries before the first one belong to other pages, such as the sign-in. */
export function numberHistory(): () => void {
  let last = depthOf(history.state) ?? 0;
  const note = () => {
    last = depthOf(history.state) ?? last + 1;
    history.replaceState({ depth: last } satisfies Entry, '');
  };
  history.replaceState({ depth: last } satisfies Entry, '');
  addEventListener('hashchange', note);
  return () => removeEventListener('hashchange', note);
}

/** Opens the view before this one. False if the history of the client began here. */
export function goBack(): boolean {
  if ((depthOf(history.state) ?? 0) === 0) return false;
  history.back();
  return true;
}
