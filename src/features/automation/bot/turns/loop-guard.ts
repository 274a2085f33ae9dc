import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import type { Origin } from '../../../../shared/enums'

/**
 * Automatic texts, and equal texts of the customer in a row, within `period` ms, from which on the other side is a
 * robot.
 */
const maxAutomatic = 15
const maxEqual = 4
const period = 5 * 60_000
/** More rows than both limits need. */
const rowsRead = 64

const newestMessages = hot<{ ticketId: number; limit: number }>()((db, p) =>
  db
    .select('messages')
    .select(['fromMe', 'origin', 'body', 'mediaType', 'createdAt'])
    .where('ticketId', '=', p('ticketId'))
    .orderBy('id', 'desc')
    .limit(p('limit')),
)

const automaticOrigins: Origin[] = ['bot', 'integration', 'flow']
/** Answers to a menu, which a customer may well repeat at each level. */
const menuAnswer = /^(\d{1,2}|#)$/

/** True for a text and for a voice note with the words that a prompt spoke; false for the files of an option. */
const isText = ({ mediaType, body }: { mediaType: string; body: string }) =>
  mediaType === 'chat' || (mediaType === 'audio' && body !== '')

/**
 * True when the robot seems to talk to another robot: more than 15 automatic texts in five minutes, or the same
 * text of the customer four times in a row within five minutes. Counts stored messages, so that a restart forgets
 * nothing.
 */
export async function isLoop(scope: Scope, ticketId: number, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - period).toISOString()
  const rows = await scope.db.run(newestMessages, { ticketId, limit: rowsRead })
  const recent = rows.filter(({ createdAt }) => createdAt >= since)
  const automatic = recent.filter((message) => isText(message) && automaticOrigins.includes(message.origin))
  if (automatic.length > maxAutomatic) return true
  const [first, ...others] = recent.filter(({ fromMe }) => fromMe === 0).slice(0, maxEqual)
  if (!first || others.length < maxEqual - 1) return false
  const text = first.body.trim()
  return text !== '' && !menuAnswer.test(text) && others.every(({ body }) => body.trim() === text)
}
