import type { Listener } from '../../core/listeners'
import type { NamedRow } from '../../shared/flow/named-rows'
import type { ContactRow } from './contacts/read'

/** A row that campaigns name, and that is to be deleted. */
export interface CampaignPart {
  kind: 'tag' | 'contactList' | 'fileList'
  id: number
}

/** Calls of `contacts` to the domains above it. All are called within a transaction. */
declare module '../../core/listeners' {
  interface Listeners {
    /** WhatsApp reports that two contacts are one person: `keep` takes everything of `drop`, which is deleted. */
    mergeContacts: Listener<[keep: ContactRow, drop: ContactRow]>
    /** Two numbers are one account: as `mergeContacts`, and can be undone for 30 days. */
    mergeNumbers: Listener<[keep: ContactRow, drop: ContactRow]>
    /** Before a contact gets another number. @throws ERR_NO_PERMISSION */
    contactRenumbering: Listener<[contactId: number]>
    contactRenumbered: Listener<[contactId: number]>
    /** The robot answers this contact no more. */
    contactLeavesRobot: Listener<[contactId: number]>
    /** Before a contact is deleted with all rows that depend on it. */
    contactDeleting: Listener<[contactId: number]>
    /** A person is erased: what is kept by number goes, too. */
    personErased: Listener<[numbers: string[]]>
    /** Names of the flows that name a row. */
    flowsNaming: Listener<[row: NamedRow], string[]>
    /** Names of the scheduled and running campaigns that name a row. */
    campaignsNaming: Listener<[row: CampaignPart], string[]>
  }
}
