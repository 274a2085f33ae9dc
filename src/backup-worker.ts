import type { FromBackupWorker, ToBackupWorker } from './core/backup/backup-thread'
import { runBackup } from './core/backup/run-backup'
import { lowerThreadPriority } from './core/process/thread-priority'

/** Worker that makes scheduled backups (core/backup/backup-thread.ts); an entry point of build.ts. */
declare const self: Worker

const send = (message: FromBackupWorker) => self.postMessage(message)

self.onmessage = async ({ data }: MessageEvent<ToBackupWorker>) => {
  lowerThreadPriority()
  send({ type: 'report', report: await runBackup(data, () => send({ type: 'progress' })) })
}
