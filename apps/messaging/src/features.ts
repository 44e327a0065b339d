import type { Type } from '@nestjs/common';

/** The feature modules, each with its rpc controllers and handlers. A new one is added here. */
export const FEATURES: readonly Type[] = [];
