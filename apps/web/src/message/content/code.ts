import type { ContentLabels } from './content-reader.js';
import { iconElement } from './icon-element.js';

/** Blocks of code scroll by keyboard, name their language and can be copied. */
export function showCode(content: DocumentFragment, labels: ContentLabels): void {
  for (const block of content.querySelectorAll<HTMLElement>('.codehilite')) {
    const language = block.dataset['codeLanguage'];
    const code = block.querySelector('pre');
    if (code === null) continue;
    code.tabIndex = 0;
    code.setAttribute('role', 'group');
    code.setAttribute('aria-label', language === undefined ? labels.code : `${labels.code}, ${language}`);
    const bar = document.createElement('div');
    bar.className = 'code-bar';
    if (language !== undefined) bar.append(language);
    bar.append(copyButton(labels.copyCode));
    block.prepend(bar);
  }
}

function copyButton(label: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset['part'] = 'copy';
  // The name, too: next to a name of its own, a title is read as a second text.
  button.title = label;
  button.append(iconElement('copy', 14), iconElement('check', 14));
  return button;
}
