export { replyTo, replyToSender, replyWithMention } from './reply.js';
export { type Addition, provideReplyBox, writeIn } from './reply-boxes.js';
