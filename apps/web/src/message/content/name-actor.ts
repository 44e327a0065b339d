/** Writes the name of the sender in place of `/me` at the beginning of the content. */
export function nameActor(content: DocumentFragment, name: string): void {
  const start = content.querySelector('p')?.firstChild;
  if (start?.nodeType !== Node.TEXT_NODE || start.nodeValue === null) return;
  const actor = document.createElement('b');
  actor.textContent = name;
  start.nodeValue = start.nodeValue.replace(/^\s*\/me\b/, '');
  start.before(actor);
}
