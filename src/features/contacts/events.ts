import type { Visibility } from '../../core/events'
import { can } from '../../shared/permissions'
import type { Contact } from './contacts/model'
import type { ContactImport } from './imports/model'
import type { NumberCheck } from './lists/checks/model'
import type { ContactList, ContactListItem } from './lists/model'
import type { OptOut } from './opt-outs/model'
import type { Tag } from './tags/model'

/** Events of contacts: entity → payload. */
declare module '../../core/events' {
  interface Events {
    contact:
      | { action: 'create' | 'update'; contact: Contact }
      | { action: 'delete'; contactId: number }
      /** Many contacts changed at once: lists load again. */
      | { action: 'reload' }
    tag: { action: 'create' | 'update'; tag: Tag } | { action: 'delete'; tagId: number }
    /** To those who may edit campaigns. */
    contactList: { action: 'create' | 'update'; contactList: ContactList } | { action: 'delete'; contactListId: number }
    contactListItem:
      | { action: 'create' | 'update'; contactListItem: ContactListItem }
      | { action: 'delete'; contactListItemId: number; contactListId: number }
      /** Many people of a list changed at once: it loads again. */
      | { action: 'reload'; contactListId: number }
    /** Progress of an import into a list. */
    contactListImport: { action: 'update'; contactListImport: ContactImport }
    /** Progress of an import into the contacts, without the start of its file. */
    contactImport: { action: 'update'; contactImport: ContactImport }
    /** Progress of a check of a list's numbers. */
    numberCheck: { action: 'update'; numberCheck: NumberCheck }
    /** Register of people who want no campaigns; `reload` when many changed at once. */
    optOut: { action: 'create'; optOut: OptOut } | { action: 'delete'; optOutId: number } | { action: 'reload' }
  }
}

/** Payload of each event for one viewer. */
export const contactsEvents = {
  contact: (_, payload) => payload,
  tag: (_, payload) => payload,
  contactList: (viewer, payload) => (can(viewer, 'campaign:edit') ? payload : null),
  numberCheck: (viewer, payload) => (can(viewer, 'campaign:edit') ? payload : null),
  contactListImport: (viewer, payload) => (can(viewer, 'campaign:edit') ? payload : null),
  contactImport: (_, payload) => payload,
  contactListItem: (viewer, payload) => (can(viewer, 'campaign:edit') ? payload : null),
  optOut: (viewer, payload) => (can(viewer, 'campaign:view') ? payload : null),
} satisfies Partial<Visibility>
