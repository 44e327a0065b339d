/** The rules of streams. They are in a lib, since who gets an event follows from the same ones. */
export { type HistoryScope, historyScope, mayReadStream, maySeeStream, seesPublicStreams } from '@chat/auth';
