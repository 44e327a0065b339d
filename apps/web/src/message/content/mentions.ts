import type { ContentReader } from './content-reader.js';

/** Marks mentions of the reader; a mention of a person opens their conversation. */
export function showMentions(content: DocumentFragment, reader: ContentReader): void {
  for (const mention of content.querySelectorAll<HTMLElement>('.user-mention')) {
    const id = mention.dataset['userId'];
    const isEveryone = id === '*';
    const isSilent = mention.classList.contains('silent');
    if (!isSilent && (isEveryone || Number(id) === reader.ownUserId)) mention.dataset['self'] = '';
    if (isEveryone) continue;
    mention.dataset['part'] = 'person';
    mention.setAttribute('role', 'link');
    mention.tabIndex = 0;
  }
  for (const mention of content.querySelectorAll<HTMLElement>('.user-group-mention')) {
    const isSilent = mention.classList.contains('silent');
    if (!isSilent && reader.ownGroupIds.has(Number(mention.dataset['userGroupId']))) mention.dataset['self'] = '';
  }
}
