/** Client programs in which a person reads what was sent. Source: public behaviour of the reference server, 7.0. */
const PEOPLES_CLIENTS = new Set([
  'zulipandroid',
  'zulipios',
  'zulipdesktop',
  'zulipmobile',
  'zulipelectron',
  'zulipterminal',
  'snipe',
  'website',
  'ios',
  'android',
]);

/** Whether a message from this client counts as read by its sender; what a program sends with a person's key does not. */
export function isSentByPerson(clientName: string): boolean {
  const name = clientName.toLowerCase();
  return PEOPLES_CLIENTS.has(name) || name.includes('desktop app');
}
