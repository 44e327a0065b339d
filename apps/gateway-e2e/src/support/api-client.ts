/** The client that every test of the whole system speaks through. */
export { type ApiAnswer, ApiClient, type ApiParameters, UnexpectedAnswer } from '@chat/chat-client';
