/**
 * Part of every evaluation's key: raise it when a change to applying, protecting, running or grading
 * can change a verdict. The package's own version changes more often.
 */
export const HARNESS_VERSION = "3";
