import { fieldsOf } from './kit/described-class.js';
import { Bool } from './kit/fields.js';
import type { WireName } from './kit/names.js';

/** The newer forms of the interface that a client understands. A client declares them when it registers a queue. */
export class ClientCapabilities {
  @Bool({ default: false }) notificationSettingsNull!: boolean;
  @Bool({ default: false }) bulkMessageDeletion!: boolean;
  @Bool({ default: false }) userAvatarUrlFieldOptional!: boolean;
  @Bool({ default: false }) streamTypingNotifications!: boolean;
  @Bool({ default: false }) userSettingsObject!: boolean;
  @Bool({ default: false }) linkifierUrlTemplate!: boolean;
}

/** Name of a capability on the wire. */
export type Capability = WireName<keyof ClientCapabilities>;

const fields = fieldsOf(ClientCapabilities);
export const CAPABILITIES = fields.map(({ wireName }) => wireName as Capability);

const everyCapability = (isDeclared: boolean) =>
  Object.fromEntries(fields.map(({ property }) => [property, isDeclared])) as unknown as ClientCapabilities;
export const ALL_CAPABILITIES: ClientCapabilities = everyCapability(true);
export const NO_CAPABILITIES: ClientCapabilities = everyCapability(false);
