import type { JobHandlers } from '../../core/jobs/job'
import { refreshContact } from './contacts/refresh'
import { runImport } from './imports/run'
import { checkNumbers } from './lists/checks/run'
import { deleteListItems } from './lists/delete'
import { emptyLog } from './privacy/empty-log'
import type { ScrubGroups } from './privacy/scrub-groups'
import { scrubGroups } from './privacy/scrub-groups'

/** Jobs of contacts: name → payload (ids only). */
declare module '../../core/jobs/job' {
  interface Jobs {
    'contact.refresh': { contactId: number; whatsappId: number }
    'contactList.delete': { contactListId: number }
    'contactList.import': { importId: number }
    'number.check': { checkId: number }
    /** The only payload with personal data: the row is overwritten when the job has ended. */
    'privacy.scrubGroups': ScrubGroups
    'privacy.emptyLog': Record<string, never>
  }
}

/** Name → handler. */
export const contactsJobs = {
  'contact.refresh': refreshContact,
  'contactList.delete': deleteListItems,
  'contactList.import': runImport,
  'number.check': checkNumbers,
  'privacy.scrubGroups': scrubGroups,
  'privacy.emptyLog': emptyLog,
} satisfies Partial<JobHandlers>
