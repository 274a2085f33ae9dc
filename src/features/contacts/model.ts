import { type Static, t } from 'elysia'

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
