import type { ContentLabels } from './content-reader.js';

/** Formulas come as HTML; their styles and fonts load with the first one. */
export function showFormulas(content: DocumentFragment, labels: ContentLabels): void {
  const formulas = content.querySelectorAll<HTMLElement>('.katex');
  if (formulas.length === 0) return;
  // Without its styles a formula can be read.
  void import('./katex-styles.js').catch(() => undefined);
  for (const display of content.querySelectorAll<HTMLElement>('.katex-display')) {
    display.tabIndex = 0;
    display.setAttribute('role', 'group');
    display.setAttribute('aria-label', labels.formula);
  }
}
