/** Files that one patch may change. Honest fixes change some dozens; each one costs every run a little. */
export const MAX_FILES = 20_000;
/** Bytes of one name: what file systems take. */
export const MAX_NAME = 255;
/** Bytes of a path: with the folder that the project lies in, it stays below the 4,096 that Linux takes. */
export const MAX_PATH = 2000;
/** Bytes of a header line: two paths with every byte quoted. Longer ones are not given to git. */
export const MAX_HEADER = 16_384;
/** Refused paths that are named; one would do. */
export const MAX_NAMED = 100;
