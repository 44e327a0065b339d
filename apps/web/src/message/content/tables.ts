import type { ContentLabels } from './content-reader.js';

/** A table that is wider than its message scrolls by keyboard, too. */
export function showTables(content: DocumentFragment, labels: ContentLabels): void {
  for (const table of content.querySelectorAll('table')) {
    const frame = document.createElement('div');
    frame.className = 'table-frame';
    frame.tabIndex = 0;
    frame.setAttribute('role', 'group');
    frame.setAttribute('aria-label', labels.table);
    table.replaceWith(frame);
    frame.append(table);
  }
}
