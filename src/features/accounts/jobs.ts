import type { JobHandlers } from '../../core/jobs/job'
import { mailInvitation } from './invitations/jobs'
import { mailReset } from './password-reset/jobs'

/** Jobs of accounts: name → payload (ids only). */
declare module '../../core/jobs/job' {
  interface Jobs {
    'mail.reset': { resetId: number }
    'mail.invitation': { invitationId: number }
  }
}

/** Name → handler. */
export const accountsJobs = {
  'mail.reset': mailReset,
  'mail.invitation': mailInvitation,
} satisfies Partial<JobHandlers>
