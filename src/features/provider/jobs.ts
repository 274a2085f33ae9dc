import type { JobHandlers } from '../../core/jobs/job'
import { makeExport } from './data-transfer/jobs'
import { checkPayment } from './payments/jobs'
import { endExpiredSupport } from './support/service'

/** Jobs of provider: name → payload (ids only). */
declare module '../../core/jobs/job' {
  interface Jobs {
    'payment.check': { txid: string; notification?: string }
    'export.make': { exportId: number }
    'support.end': { grantId: number }
  }
}

/** Name → handler. */
export const providerJobs = {
  'payment.check': checkPayment,
  'export.make': makeExport,
  'support.end': endExpiredSupport,
} satisfies Partial<JobHandlers>
