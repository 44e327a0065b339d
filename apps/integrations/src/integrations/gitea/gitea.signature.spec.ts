import { testGogsSignatures } from '../../testing/gogs-signatures.js';
import gitea from './gitea.integration.js';

for (const header of ['X-Gitea-Signature', 'X-Forgejo-Signature']) testGogsSignatures(gitea, header);
