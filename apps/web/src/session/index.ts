export { csrfToken, goToSignIn, signOut } from './session.js';
export { startClient } from './start-client.js';
