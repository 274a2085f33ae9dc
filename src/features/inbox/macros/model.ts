import { type Static, t } from 'elysia'
import { limits } from '../../../shared/limits'

const id = t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** Actions on one ticket, done in order: all of them or none. */
export const TicketActions = t.Object({
  actions: t.Array(
    t.Union([
      t.Object({ kind: t.Literal('tag'), tagId: id }),
      t.Object({ kind: t.Literal('reply'), text: t.String({ minLength: 1, maxLength: limits.messageBody.max }) }),
      t.Object({
        kind: t.Literal('note'),
        text: t.String({ minLength: limits.note.min, maxLength: limits.note.max }),
      }),
      t.Object({ kind: t.Literal('transfer'), queueId: id }),
      t.Object({
        kind: t.Literal('close'),
        outcome: t.Optional(t.String({ minLength: 1, maxLength: limits.outcome.max })),
        farewell: t.Optional(t.Boolean()),
      }),
    ]),
    { minItems: 1, maxItems: limits.macroActions.max },
  ),
})
export type TicketActions = Static<typeof TicketActions>
