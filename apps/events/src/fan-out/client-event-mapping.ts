export type { Audience, ClientEvent, ClientEventMapping, ClientTraits, Reader } from '@chat/contracts';
