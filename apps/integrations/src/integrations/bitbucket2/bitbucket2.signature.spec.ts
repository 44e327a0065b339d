import { testAtlassianSignatures } from '../../testing/atlassian-signatures.js';
import bitbucket2 from './bitbucket2.integration.js';

testAtlassianSignatures(bitbucket2);
