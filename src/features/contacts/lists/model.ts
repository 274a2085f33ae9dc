import { type Static, t } from 'elysia'
import { pageFields } from '../../../core/http/documented-response'
import { oneLineOfText, pageNumber } from '../../../core/http/schemas'
import { numberValidities } from '../../../shared/enums'
import { limits } from '../../../shared/limits'

/** A list of people for campaigns, as returned by the API. */
export const ContactList = t.Object({
  id: t.Number(),
  name: t.String(),
  contactsCount: t.Number(),
  /** People whose numbers are on WhatsApp, and those whose numbers are not; the others were not checked. */
  validCount: t.Number(),
  invalidCount: t.Number(),
  createdAt: t.String(),
  updatedAt: t.String(),
})
export type ContactList = Static<typeof ContactList>

/** One person of a list. */
export const ContactListItem = t.Object({
  id: t.Number(),
  name: t.String(),
  /** Digits with country code; Brazilian mobile numbers with the ninth digit. */
  number: t.String(),
  email: t.String(),
  /** Values of the columns of an imported file, by their headings: `{{plano}}` in texts of campaigns. */
  variables: t.Record(t.String(), t.String()),
  /** Null until WhatsApp has answered. */
  isWhatsappValid: t.Nullable(t.Boolean()),
  validity: t.UnionEnum(numberValidities, { default: undefined }),
  /** True for a number in the register of people who want no campaigns. */
  optedOut: t.Boolean(),
  companyId: t.Number(),
  contactListId: t.Number(),
  createdAt: t.String(),
  updatedAt: t.String(),
})
export type ContactListItem = Static<typeof ContactListItem>

export const ContactListInput = t.Object({
  name: t.String({
    minLength: limits.contactListName.min,
    maxLength: limits.contactListName.max,
    pattern: oneLineOfText,
  }),
})
export type ContactListInput = Static<typeof ContactListInput>

const id = t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const itemFields = {
  name: t.String({ minLength: limits.name.min, maxLength: limits.name.max, pattern: oneLineOfText }),
  number: t.String({ minLength: limits.typedNumber.min, maxLength: limits.typedNumber.max }),
  email: t.Optional(t.Union([t.Literal(''), t.String({ format: 'email', maxLength: limits.email.max })])),
}
export const ContactListItemInput = t.Object({ ...itemFields, contactListId: id })
export type ContactListItemInput = Static<typeof ContactListItemInput>

/** Changes of a person; the list stays. */
export const ContactListItemPatch = t.Object(itemFields)
export type ContactListItemPatch = Partial<Static<typeof ContactListItemPatch>>

/** `cursor` is the opaque `next` of the previous page; `pageNumber` is accepted for scripts. */
const page = {
  searchParam: t.Optional(t.String({ maxLength: limits.search.max })),
  pageNumber,
  cursor: t.Optional(t.String({ maxLength: limits.nameCursor.max })),
}
export const ContactListQuery = t.Object(page)
export type ContactListQuery = Static<typeof ContactListQuery>
export const ContactListItemQuery = t.Object({
  ...page,
  contactListId: t.Optional(t.Numeric({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, multipleOf: 1 })),
  validity: t.Optional(t.UnionEnum(numberValidities, { default: undefined })),
})
export type ContactListItemQuery = Static<typeof ContactListItemQuery>

export const ContactListPage = t.Object({ records: t.Array(ContactList), ...pageFields })
export type ContactListPage = Static<typeof ContactListPage>
export const ContactListItemPage = t.Object({ contacts: t.Array(ContactListItem), ...pageFields })
export type ContactListItemPage = Static<typeof ContactListItemPage>
