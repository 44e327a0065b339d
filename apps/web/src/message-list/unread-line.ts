/**
 * The message before which the unread line stands. The line stays while the view is read: messages that are read move
 * it no more than those that arrive.
 */
export class UnreadLine {
  private line: number | null = null;

  get firstUnread(): number | null {
    return this.line;
  }

  /** The view opens, or is opened again: the first unread message of those loaded, if any. */
  open(firstUnread: number | null): void {
    this.line = firstUnread;
  }

  /**
   * A message arrives. While the reader looks on, a line would stand between two messages just read. Once everything
   * before it is read, a line moves to the first message that arrives for an absent reader.
   */
  arrive(id: number, { isWatched, hasUnreadBefore }: { isWatched: boolean; hasUnreadBefore: boolean }): void {
    if (isWatched || hasUnreadBefore) return;
    this.line = id;
  }

  /** The reader marks a message and those after it as unread. */
  markUnreadFrom(id: number): void {
    this.line = id;
  }
}
