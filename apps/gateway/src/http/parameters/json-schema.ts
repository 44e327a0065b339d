export type { JsonSchema } from '@chat/contracts';
