import { CreateRealmSettings1700000000000 } from './1700000000000-create-realm-settings.js';
import { FoldProfileFieldNames1700000000010 } from './1700000000010-fold-profile-field-names.js';

/** In the order in which they run. */
export const MIGRATIONS = [CreateRealmSettings1700000000000, FoldProfileFieldNames1700000000010];
