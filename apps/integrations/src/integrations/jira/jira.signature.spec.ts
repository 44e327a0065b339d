import { testAtlassianSignatures } from '../../testing/atlassian-signatures.js';
import jira from './jira.integration.js';

testAtlassianSignatures(jira);
