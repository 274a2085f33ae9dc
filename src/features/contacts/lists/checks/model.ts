import { type Static, t } from 'elysia'
import { numberCheckStates } from '../../../../shared/enums'

/** A check of a list's numbers on WhatsApp, as returned by the API. */
export const NumberCheck = t.Object({
  id: t.Number(),
  contactListId: t.Number(),
  whatsappId: t.Number(),
  connectionName: t.String(),
  state: t.UnionEnum(numberCheckStates, { default: undefined }),
  total: t.Number(),
  checked: t.Number(),
  /** Time at which the check goes on after WhatsApp refused to answer; null while it does not. */
  retryAt: t.Nullable(t.String()),
  /** True while the connection is not open: the check waits for it. */
  waitsForConnection: t.Boolean(),
  createdAt: t.String(),
  endedAt: t.Nullable(t.String()),
})
export type NumberCheck = Static<typeof NumberCheck>

/** Without a connection the default one asks. */
export const NumberCheckInput = t.Object({
  whatsappId: t.Optional(t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
})
export type NumberCheckInput = Static<typeof NumberCheckInput>

/** The last check of a list; null before the first. */
export const LastNumberCheck = t.Object({ numberCheck: t.Nullable(NumberCheck) })
