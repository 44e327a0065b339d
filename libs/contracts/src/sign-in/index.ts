export * from './mailed-links.request.js';
export * from './sign-in.endpoints.js';
export * from './sign-in.events.js';
export * from './verify-credentials.request.js';
