import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
});

/** Message to the worker: a password. Message from the worker, in the order of the passwords: the number of guesses. */
parentPort?.on('message', (password: string) => parentPort?.postMessage(estimator.check(password).guesses));
