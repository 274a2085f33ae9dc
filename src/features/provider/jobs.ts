import type { JobHandlers } from '../../core/jobs/job'
import type { Language } from '../../shared/enums'
import { mailBackupFailure } from './backups/mail'
import { mailSignUpLink } from './companies/confirm-sign-up'
import { mailSignUp } from './companies/sign-up-mail'
import { makeExport } from './data-transfer/jobs'
import { enqueueOverview } from './morning/mail/plan'
import { sendOverviewMail, tellOverview } from './morning/mail/send'
import { checkPayment } from './payments/jobs'
import { mailReminder, tellReminder } from './reminders/send'
import { endExpiredSupport } from './support/service'

/** Jobs of provider: name → payload (ids only). */
declare module '../../core/jobs/job' {
  interface Jobs {
    'payment.check': { txid: string; notification?: string }
    'export.make': { exportId: number }
    'support.end': { grantId: number }
    'overview.due': { userId: number }
    /** `day` is that of the overview, `yyyy-mm-dd`. */
    'overview.mail': { userId: number; day: string }
    'overview.tell': { userId: number; day: string }
    /** `sealed`: the sign-up, as in the link. */
    'mail.confirmSignUp': { sealed: string; language: Language }
    'mail.signedUp': { userId: number; newCompanyId: number }
    'mail.backup': { userId: number; day: string }
    /** `step`: day counted from the due date. */
    'reminder.mail': { invoiceId: number; step: number }
    /** In the provider's company, about an invoice of `companyId`. */
    'reminder.tell': { companyId: number; invoiceId: number; step: number; whatsappId: number }
  }
}

/** Name → handler. */
export const providerJobs = {
  'payment.check': checkPayment,
  'export.make': makeExport,
  'support.end': endExpiredSupport,
  'overview.due': enqueueOverview,
  'overview.mail': sendOverviewMail,
  'overview.tell': tellOverview,
  'mail.confirmSignUp': mailSignUpLink,
  'mail.signedUp': mailSignUp,
  'mail.backup': mailBackupFailure,
  'reminder.mail': mailReminder,
  'reminder.tell': tellReminder,
} satisfies Partial<JobHandlers>
