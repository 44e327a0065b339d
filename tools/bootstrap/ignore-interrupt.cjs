// Preloaded into members of a cluster, which cannot be put into a process group of their own: Ctrl-C in the terminal
// reaches them, too, and must not end them. The launcher stops them in order, by SIGTERM.
// No ES module: after `--import`, Node loads the program as one, and first reads the whole bundle for its exports.
'use strict';
process.on('SIGINT', () => {});
