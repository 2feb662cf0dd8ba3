/**
 * What a file takes at least, however short it is: a usual file system has one inode for about each 16 KiB, and
 * runs full by empty files as well as by long ones.
 */
export const BYTES_PER_FILE = 16 * 1024;
