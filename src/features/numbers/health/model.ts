import { type Static, t } from 'elysia'
import { alertKinds } from '../../../shared/enums'
import { limits } from '../../../shared/limits'
import { carefulReasons, stopReasons } from '../../../shared/number-verdict'

/** Number of days to show, including today. */
export const HealthQuery = t.Object({
  days: t.Optional(t.Numeric({ minimum: 1, maximum: limits.healthDays.max, multipleOf: 1 })),
})

const time = t.Nullable(t.String())
const count = t.Nullable(t.Number())

/** An hour, or a day of the company when more than seven days are shown. */
export const NumberPoint = t.Object({
  /** Day and, of an hour, `HH:mm` in the company's time zone. */
  day: t.String(),
  hour: t.Nullable(t.String()),
  received: t.Number(),
  sent: t.Number(),
  failed: t.Number(),
  delivered: t.Number(),
  begun: t.Number(),
  answered: t.Number(),
  /** Average and longest milliseconds until WhatsApp's ack; null without a message. */
  ackMs: count,
  ackMaxMs: count,
  quotaUsed: count,
  quotaTotal: count,
  /** True if WhatsApp's time-lock applied at some time. */
  locked: t.Boolean(),
})
export type NumberPoint = Static<typeof NumberPoint>

export const NumberHealth = t.Object({
  whatsappId: t.Number(),
  /** May the number begin conversations: good, careful, stop. `until` is null without a known end. */
  grade: t.UnionEnum(['good', 'careful', 'stop']),
  reason: t.Nullable(t.UnionEnum([...stopReasons, ...carefulReasons])),
  until: time,
  /** Pause of campaigns by a person. */
  pausedUntil: time,
  /** Days of pause to propose and their end; null when campaigns need none. */
  proposal: t.Nullable(t.Object({ days: t.Number(), until: t.String() })),
  /** Messages of the last 24 hours; those of the two days before with their deliveries and answers. */
  day: t.Object({ sent: t.Number(), failed: t.Number() }),
  before: t.Object({ sent: t.Number(), delivered: t.Number(), begun: t.Number(), answered: t.Number() }),
  /** Milliseconds until WhatsApp's acks of the last 24 hours; null without a message. */
  ack: t.Nullable(t.Object({ averageMs: t.Number(), maxMs: t.Number() })),
  points: t.Array(NumberPoint),
})
export type NumberHealth = Static<typeof NumberHealth>

/** An event of a number of which admins were notified. */
export const NumberAlert = t.Object({
  id: t.Number(),
  whatsappId: t.Number(),
  name: t.String(),
  kind: t.UnionEnum(alertKinds),
  since: t.String(),
  until: time,
  createdAt: t.String(),
})
export type NumberAlert = Static<typeof NumberAlert>

/** Whether the acting user wants alerts by e-mail; `sent` is false for an installation without a mail server. */
export const AlertMails = t.Object({ mails: t.Boolean(), sent: t.Boolean() })
export const AlertMailsInput = t.Object({ mails: t.Boolean() })

/** Pause of a number's campaigns until 09:00 in the company's time zone, `days` days after today; 0 ends the pause. */
export const PauseInput = t.Object({ days: t.Integer({ minimum: 0, maximum: limits.pauseDays.max }) })
export const Pause = t.Object({ pausedUntil: time })
