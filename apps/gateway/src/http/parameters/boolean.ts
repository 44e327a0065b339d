import { bool } from '@chat/contracts';
import { Parameter } from './parameter.js';

/** `true` or `false`, in these letters. */
export const boolean = (): Parameter<boolean> => new Parameter<boolean>(bool());
