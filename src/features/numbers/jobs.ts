import type { JobHandlers } from '../../core/jobs/job'
import { announceAlert, mailAlert } from './health/announce-alerts'

/** Jobs of numbers: name → payload (ids only). */
declare module '../../core/jobs/job' {
  interface Jobs {
    'alert.tell': { alertId: number }
    'alert.mail': { alertId: number; userId: number }
  }
}

/** Name → handler. */
export const numbersJobs = {
  'alert.tell': announceAlert,
  'alert.mail': mailAlert,
} satisfies Partial<JobHandlers>
