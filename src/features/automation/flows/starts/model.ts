import { type Static, t } from 'elysia'

const id = t.Number()
const name = t.String()

/** Rows that start a flow; at most 50 of each kind. */
export const FlowStarts = t.Object({
  phrases: t.Array(t.Object({ id, phrase: t.String(), active: t.Boolean() })),
  /** `welcome`: a contact's first message; `notPhrase`: a message that is no phrase. */
  connections: t.Array(t.Object({ id, name, welcome: t.Boolean(), notPhrase: t.Boolean() })),
  /** Integrations of the type flowbuilder, with the queues that have them. */
  integrations: t.Array(t.Object({ id, name, queues: t.Array(t.String()) })),
  /** Campaigns whose answers start the flow; finished ones start nothing. */
  campaigns: t.Array(t.Object({ id, name })),
})
export type FlowStarts = Static<typeof FlowStarts>
