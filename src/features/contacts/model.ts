import { type Static, t } from 'elysia'
import { pageNumber } from '../../core/http'
import { limits } from '../../shared/limits'

export const Contact = t.Object({
  id: t.Number(),
  name: t.String(),
  /** Digits with country code; null while WhatsApp hides it ("number hidden"). */
  number: t.Nullable(t.String()),
  email: t.String(),
  profilePicUrl: t.String(),
  isGroup: t.Boolean(),
  disableBot: t.Boolean(),
  createdAt: t.String(),
  updatedAt: t.String(),
})
export type Contact = Static<typeof Contact>

export const ContactInput = t.Object({
  name: t.String({ minLength: limits.name.min, maxLength: limits.name.max }),
  number: t.String({ minLength: limits.contactNumber.min, maxLength: 50 }),
  email: t.Optional(t.Union([t.Literal(''), t.String({ format: 'email', maxLength: limits.email.max })])),
  disableBot: t.Optional(t.Boolean()),
})
export type ContactInput = Static<typeof ContactInput>

/** `cursor` is the opaque `next` of the page before; `pageNumber` is accepted for scripts. */
export const ContactQuery = t.Object({
  searchParam: t.Optional(t.String({ maxLength: limits.search.max })),
  pageNumber,
  cursor: t.Optional(t.String({ maxLength: 400 })),
})
export type ContactQuery = Static<typeof ContactQuery>
