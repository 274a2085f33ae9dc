import type { Generated } from 'kysely'
import type { Flag, Owned, Owner } from '../schema'

/** Contacts (customers and groups), their merges, and address books. */
export interface ContactTables {
  contacts: Owned & {
    name: string
    /** Phone number as digits with country code (Brazil: with the ninth digit); null while WhatsApp hides it. */
    number: string | null
    /** Hidden identity of WhatsApp without its suffix `@lid`; never shown. */
    lid: string | null
    /** JID of the last successful delivery. */
    waJid: string
    email: Generated<string>
    profilePicUrl: Generated<string>
    pictureAt: string | null
    isGroup: Generated<Flag>
    disableBot: Generated<Flag>
    /** Name for search and order: lower case, without accents. */
    searchText: string
  }
  contact_extra: { id: Generated<number>; companyId: Owner; contactId: number; name: string; value: string }
  /** Numbers and LIDs of contacts that were merged into this one. */
  contact_aliases: {
    id: Generated<number>
    companyId: Owner
    contactId: number
    number: string | null
    lid: string | null
  }
  /** Numbers that WhatsApp answered with the digits of another one, `target`: both are one account. */
  number_aliases: { companyId: Owner; number: string; target: string }
  /**
   * Merges that can be undone, by a user or of two numbers of one account (`userId` null). `moved` is undo data: JSON of
   * `MergeRecord` in features/inbox/contact-merges/merge-with-record.ts.
   */
  contact_merges: {
    id: Generated<number>
    companyId: Owner
    contactId: number
    name: string
    number: string | null
    userId: number | null
    moved: string
    createdAt: Generated<string>
  }
  /** Pairs of contacts that a person judged to be two people, in both directions. */
  contact_distinct: { companyId: Owner; contactId: number; otherId: number }
  /** Names of contacts in the address book of the linked phone. */
  address_book: {
    id: Generated<number>
    companyId: Owner
    whatsappId: number
    jid: string
    number: string
    name: string
  }
}
