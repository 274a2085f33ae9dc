import type { Generated } from 'kysely'
import type {
  CellFault,
  ImportSource,
  ImportState,
  NumberCheckState,
  NumberValidity,
  RowFault,
} from '../../../shared/enums'
import type { Owned, Owner } from '../schema'

/** Contact lists, their imports and checks, and WhatsApp's answers about numbers. */
export interface ContactListTables {
  contact_lists: Owned & {
    name: string
    /** Name for order and search: lower case, without accents. */
    searchText: string
    /** Numbers of its people, kept by triggers: all, on WhatsApp, not on WhatsApp. */
    contactsCount: Generated<number>
    validCount: Generated<number>
    invalidCount: Generated<number>
    /** JSON: names of the variables that imports gave to its people. */
    variables: Generated<string>
    /** Set while the people of a deleted list are being deleted. */
    deletedAt: string | null
  }
  /** People of a list; need not be contacts. */
  contact_list_items: Owned & {
    contactListId: number
    name: string
    /** Name for order and search: lower case, without accents. */
    searchText: string
    /** Digits as in `contacts.number`. */
    number: string
    email: Generated<string>
    /** JSON: further values of the person by their names, for texts of campaigns. */
    variables: Generated<string>
    validity: Generated<NumberValidity>
    /** Address that WhatsApp answered; null unless valid. */
    waJid: string | null
    checkedAt: string | null
  }
  /** Imports of people: into a list from files and from people the company already has, into the contacts from files. */
  contact_imports: Owned & {
    /** Null for an import into the contacts. */
    contactListId: number | null
    source: ImportSource
    /** JSON: tag, filter of contacts, or campaign; null for a file. */
    sourceDetail: string | null
    fileName: Generated<string>
    /** The file until the import ends. */
    mediaId: string | null
    /** JSON: start of the file with the proposed meaning of its columns. */
    preview: string | null
    /** JSON: sheet, heading and meaning of the columns; null until they are chosen. */
    layout: string | null
    state: Generated<ImportState>
    /** Error code of a failed import. */
    reason: string | null
    /** Rows in total; null until the file is read. */
    total: number | null
    /** Rows of the file that are stored, or the last id of the source. */
    position: Generated<number>
    /** Rows that were handled: added, filled, already known, twice in the file, invalid. */
    handled: Generated<number>
    added: Generated<number>
    /** Contacts that existed and got a name, e-mail or field that they lacked. */
    filled: Generated<number>
    known: Generated<number>
    repeated: Generated<number>
    invalid: Generated<number>
    /** Cells that were left out or cut. */
    leftOut: Generated<number>
    /** Added people who want no campaigns. */
    optedOut: Generated<number>
    userId: number | null
    endedAt: string | null
  }
  /** Rows that an import did not add, and cells that it left out. */
  contact_import_errors: {
    id: Generated<number>
    companyId: Owner
    importId: number
    row: number
    name: string
    number: string
    fault: RowFault | CellFault
    /** Row with the same number, the name under which the list has it, or the text of the cell. */
    other: Generated<string>
    /** Heading of the cell that was left out; empty for a row. */
    cell: Generated<string>
  }
  /** Checks of a list's numbers on WhatsApp; a list keeps its newest. */
  number_checks: Owned & {
    contactListId: number
    /** Connection that asks. */
    whatsappId: number
    state: Generated<NumberCheckState>
    /** People without an answer at the start. */
    total: number
    checked: Generated<number>
    /** Refusals by WhatsApp in a row. */
    refusals: Generated<number>
    /** Time at which the check goes on after a refusal. */
    retryAt: string | null
    userId: number | null
    endedAt: string | null
  }
  /** WhatsApp's answers about numbers, for 30 days; `jid` null: not on WhatsApp. */
  whatsapp_addresses: { id: Generated<number>; companyId: Owner; number: string; jid: string | null; checkedAt: string }
}
