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

/** False if the history of the client began with the open view. */
export const canGoBack = (): boolean => (depthOf(history.state) ?? 0) > 0;

/** Opens the view before this one, if there is one. */
export function goBack(): boolean {
  if (!canGoBack()) return false;
  history.back();
  return true;
}
