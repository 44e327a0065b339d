// Preloaded into members of a cluster, which cannot be put into a process group of their own: Ctrl-C in the terminal
// reaches them, too, and must not end them. The launcher stops them in order, by SIGTERM.
process.on('SIGINT', () => {});
