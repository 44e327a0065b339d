import { testGogsSignatures } from '../../testing/gogs-signatures.js';
import gogs from './gogs.integration.js';

testGogsSignatures(gogs, 'X-Gogs-Signature');
