/**
 * Programs from the packages of Debian and its relatives, unpacked into a folder: for users without the right to
 * install, and for tests.
 */
export { unpackLibraries } from './unpacked-libraries.js';
export { findUnpacked, type UnpackedProgram, unpackProgram, type WantedProgram } from './unpacked-program.js';
