import { type Static, t } from 'elysia'
import { pageFields } from '../../../core/http/documented-response'

export const StarQuery = t.Object({ cursor: t.Optional(t.String()) })
export type StarQuery = Static<typeof StarQuery>

export const Star = t.Object({ messageId: t.Number(), starred: t.Boolean() })

export const StarredMessage = t.Object({
  /** Id of the message. */
  id: t.Number(),
  /** Time of the star, UTC. */
  at: t.String(),
  /** Line of the message: its text or caption, else the file's name. */
  line: t.String(),
  fromMe: t.Boolean(),
  /** Author on the company's side or in a group; empty for the customer. */
  sender: t.String(),
  createdAt: t.String(),
  contact: t.String(),
  /** Uuid of the ticket in which the message opens. */
  uuid: t.String(),
})
export type StarredMessage = Static<typeof StarredMessage>

/** A page of the acting user's starred messages, newest star first. */
export const StarredMessages = t.Object({ messages: t.Array(StarredMessage), ...pageFields })
export type StarredMessages = Static<typeof StarredMessages>
