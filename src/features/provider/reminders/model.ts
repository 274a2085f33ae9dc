import { type Static, t } from 'elysia'
import { reminderDays } from '../../../shared/reminders'

const wish = {
  /** Whether the billing address of the company gets mails. */
  mail: t.Boolean(),
  /** Days counted from the due date, negative before it; repeated ones count once. */
  days: t.Array(t.Integer({ minimum: reminderDays.earliest, maximum: reminderDays.latest }), {
    maxItems: reminderDays.most,
  }),
  /** Connection of the provider's company that writes to the company's phone; null for none. */
  whatsappId: t.Nullable(t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
}
export const ReminderInput = t.Object(wish)
export type ReminderInput = Static<typeof ReminderInput>

export const ReminderSettings = t.Object({
  ...wish,
  /** False for an installation without a mail server. */
  canMail: t.Boolean(),
  /** Connections of the user's company, and the chosen one of another company of the provider. */
  connections: t.Array(t.Object({ id: t.Number(), name: t.String() })),
})
export type ReminderSettings = Static<typeof ReminderSettings>
