/**
 * Test files that run on PostgreSQL with `--postgres`: services, HTTP and sockets. A test that looks into SQLite's file,
 * its plans or its threads is a `sqliteTest` there, and skipped.
 */
const folders = /^tests\/(services|http|realtime)\//

export const runsOnPostgres = (file: string) => folders.test(file)
