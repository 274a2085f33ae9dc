import type { Scope } from '../../../../core/scope'
import { startOfText } from '../../../../core/storage/expressions'
import { hot } from '../../../../core/storage/tenant'

const answerAt = hot<{ runId: number; at: number; limit: number }>()((db, p) =>
  db
    .select('flow_run_answers')
    .select(['afterId', 'messageId'])
    .where('runId', '=', p('runId'))
    .orderBy('id')
    .limit(p('limit'))
    .offset(p('at')),
)
const newestOf = hot<{ ticketId: number; after: number; until: number; length: number }>()((db, p) =>
  db
    .select('messages')
    .select(startOfText('body', p('length')).as('body'))
    .select('mediaType')
    .where('ticketId', '=', p('ticketId'))
    .where('fromMe', '=', 0)
    .where('isDeleted', '=', 0)
    .where('id', '>', p('after'))
    .where('id', '<=', p('until'))
    .orderBy('id', 'desc')
    .limit(1),
)
/** Characters of an answer that the list shows. */
const shownLength = 200

/** The words of an answer, read from the messages, which alone keep them. */
export async function readAnswerText(
  scope: Scope,
  { runId, ticketId, answer }: { runId: number; ticketId: number; answer: number },
) {
  const range = await scope.db.first(answerAt, { runId, at: answer, limit: 1 })
  if (!range) return ''
  const { afterId: after, messageId: until } = range
  const message = await scope.db.first(newestOf, { ticketId, after, until, length: shownLength })
  return message ? message.body || message.mediaType : ''
}
