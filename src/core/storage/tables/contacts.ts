import type { Generated } from 'kysely'
import type { Flag, Owned, Owner } from '../schema'

/** Customers. */
export interface ContactTables {
  contacts: Owned & {
    name: string
    /** Digits with country code, canonical (Brazil with the ninth digit); null while WhatsApp hides it. */
    number: string | null
    /** The `…@lid` identity without its suffix; never shown. */
    lid: string | null
    /** The address that last worked for delivery. */
    waJid: string
    email: Generated<string>
    profilePicUrl: Generated<string>
    pictureAt: string | null
    isGroup: Generated<Flag>
    disableBot: Generated<Flag>
    /** Name without accents, lower case: what search compares. */
    folded: string
  }
  contact_extra: { id: Generated<number>; companyId: Owner; contactId: number; name: string; value: string }
  /** Numbers and identities of contacts that were merged into this one. */
  contact_aliases: {
    id: Generated<number>
    companyId: Owner
    contactId: number
    number: string | null
    lid: string | null
  }
  /** What a merge by hand moved, so that it can be undone: JSON of `Moved` in features/contacts/undo.ts. */
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
  /** What a phone knows its contacts by. */
  address_book: {
    id: Generated<number>
    companyId: Owner
    whatsappId: number
    jid: string
    number: string
    name: string
  }
}
