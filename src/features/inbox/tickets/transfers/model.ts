import { type Static, t } from 'elysia'
import { atLeastOneField } from '../../../../core/http/schemas'
import { limits } from '../../../../shared/limits'

const id = t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** A transfer to a user, a queue, a connection, or several of these, with a note for colleagues. */
export const TicketTransfer = t.Partial(
  t.Object({
    userId: id,
    queueId: id,
    whatsappId: id,
    note: t.String({ minLength: limits.note.min, maxLength: limits.note.max }),
  }),
  atLeastOneField,
)
export type TicketTransfer = Static<typeof TicketTransfer>
