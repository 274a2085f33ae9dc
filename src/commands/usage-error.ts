/** Invalid command line: one line, exit 2 (like `BadConfig`). */
export class UsageError extends Error {}
