import type { JobHandlers } from './core/jobs/job'
import { accountsJobs } from './features/accounts/jobs'
import { apiJobs } from './features/api/jobs'
import { automationJobs } from './features/automation/jobs'
import { campaignsJobs } from './features/campaigns/jobs'
import { contactsJobs } from './features/contacts/jobs'
import { inboxJobs } from './features/inbox/jobs'
import { numbersJobs } from './features/numbers/jobs'
import { providerJobs } from './features/provider/jobs'

/** Name of a job → handler. A name without a handler does not compile. */
export const handlers: JobHandlers = {
  ...inboxJobs,
  ...contactsJobs,
  ...automationJobs,
  ...campaignsJobs,
  ...numbersJobs,
  ...accountsJobs,
  ...providerJobs,
  ...apiJobs,
}
