/** Programs from the packages of Debian and its kin, unpacked into a folder: for those who may install nothing, and for tests. */
export { findUnpacked, type UnpackedProgram, unpackProgram, type WantedProgram } from './unpacked-program.js';
