import { type Static, t } from 'elysia'
import { proposalStates } from '../../../shared/enums'
import { limits } from '../../../shared/limits'

/** Answer that a program proposes; a person sends, changes or discards it (ADR 0182). */
export const Proposal = t.Object({
  id: t.Number(),
  ticketId: t.Number(),
  /** Name of the API key. */
  key: t.String(),
  body: t.String(),
  state: t.UnionEnum(proposalStates, { default: undefined }),
  /** Message that was sent; null in the other states. */
  messageId: t.Nullable(t.Number()),
  /** Person who sent or discarded it; null after the user was deleted, and when the conversation ended it. */
  decidedBy: t.Nullable(t.Object({ id: t.Number(), name: t.String() })),
  decidedAt: t.Nullable(t.String()),
  createdAt: t.String(),
})
export type Proposal = Static<typeof Proposal>

/** Text to send: the proposed one as the person saw it, or another. */
export const ProposalToSend = t.Object({ body: t.String({ minLength: 1, maxLength: limits.messageBody.max }) })
