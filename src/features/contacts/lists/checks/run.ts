import { type JobHandler, NotYet, WaitFor } from '../../../../core/jobs/job'
import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import type { NumberValidity } from '../../../../shared/enums'
import { AppError } from '../../../../shared/errors'
import { overConnection } from '../../../../whatsapp/open-connection'
import { publishContactList } from '../service'
import { findAddresses, type KnownAddress, storeAddresses } from './addresses'
import { publishCheck } from './read'
import { endCheck } from './service'

/** Numbers of one question to WhatsApp, and seconds until the next (docs/behaviour.md, "Checking numbers"). */
const pace = { numbers: 20, seconds: 2 }
/** People whose numbers are compared with stored answers at once. */
const compared = 500
/** Seconds of silence after WhatsApp refused to answer, by the refusals in a row. */
const silences = [15 * 60, 3600, 6 * 3600, 24 * 3600]

const openCheck = hot<{ id: number }>()((db, p) =>
  db
    .select('number_checks')
    .select(['id', 'contactListId', 'whatsappId', 'state', 'checked', 'refusals', 'createdAt', 'retryAt'])
    .where('id', '=', p('id')),
)
type OpenCheck = NonNullable<(typeof openCheck)['row']>

/** People without an answer; of those whose number failed before, only the ones of earlier checks. */
const withoutAnswer = hot<{ contactListId: number; since: string; limit: number }>()((db, p) =>
  db
    .select('contact_list_items')
    .select('number')
    .where('contactListId', '=', p('contactListId'))
    .where('validity', 'in', ['unknown', 'error'])
    .where(({ or, eb }) => or([eb('checkedAt', 'is', null), eb('checkedAt', '<', p('since'))]))
    .limit(p('limit')),
)
const storeAnswer = hot<{ number: string; validity: NumberValidity; waJid: string | null; now: string }>()((db, p) =>
  db
    .update('contact_list_items')
    .set({ validity: p('validity'), waJid: p('waJid'), checkedAt: p('now'), updatedAt: p('now') })
    .where('number', '=', p('number')),
)

/**
 * Asks WhatsApp for 20 numbers, stores the answers, and runs again after two seconds: a burst is a sign of abuse to
 * WhatsApp. Stored answers of the last 30 days cost no question. The job waits for an open connection, and for hours
 * after WhatsApp refused to answer.
 */
export const checkNumbers: JobHandler<{ checkId: number }> = {
  attempts: 3,
  interruptions: 100,
  backoffSeconds: 30,
  timeoutSeconds: 120,
  concurrency: Number.POSITIVE_INFINITY,
  perGroup: 1,
  async run(scope, { checkId }, { last }) {
    const check = await scope.db.first(openCheck, { id: checkId })
    if (check?.state !== 'running') return
    const numbers = await nextNumbers(scope, check)
    if (numbers.length === 0) return scope.transaction((tx) => endCheck(tx, checkId, 'done'))
    const answers = await ask(scope, check, numbers, last)
    await storeAnswers(scope, check, answers)
    throw new NotYet(pace.seconds)
  },
  // After the last attempt the numbers of the batch are marked, so that nothing is left to park.
}

/** Applies stored answers until 20 numbers without one are found, or all people have an answer. */
async function nextNumbers(scope: Scope, check: OpenCheck): Promise<string[]> {
  const { contactListId, createdAt: since } = check
  for (;;) {
    const rows = await scope.db.run(withoutAnswer, { contactListId, since, limit: compared })
    const numbers = rows.map(({ number }) => number)
    const knownAddresses = await findAddresses(scope, numbers)
    if (knownAddresses.length === 0) return numbers.slice(0, pace.numbers)
    await storeAnswers(scope, check, knownAddresses.map(answerOf))
    await new Promise(setImmediate) // requests of others come first
  }
}

interface Answer extends KnownAddress {
  validity: NumberValidity
}
const answerOf = ({ number, jid }: KnownAddress): Answer => ({
  number,
  jid,
  validity: jid === null ? 'invalid' : 'valid',
})

/** WhatsApp's answers; after the last failed attempt the numbers are marked as failed. @throws NotYet, WaitFor */
async function ask(outer: Scope, { id, whatsappId, refusals }: OpenCheck, numbers: string[], isLast: boolean) {
  try {
    const found = await overConnection(outer, whatsappId, (open) => outer.ports.whatsapp.onWhatsApp(open, numbers))
    const jids = new Map(found.map(({ number, jid }) => [number, jid]))
    const answers = numbers.map((number) => answerOf({ number, jid: jids.get(number) ?? null }))
    await outer.transaction((scope) => storeAddresses(scope, answers))
    return answers
  } catch (error) {
    if (error instanceof WaitFor) {
      await outer.transaction((scope) => publishCheck(scope, id))
      throw error
    }
    if (error instanceof AppError && error.code === 'ERR_RATE_LIMIT') {
      const seconds = silences[Math.min(refusals, silences.length - 1)] as number
      await outer.transaction((scope) => storeRefusal(scope, id, refusals + 1, seconds))
      throw new NotYet(seconds)
    }
    if (!isLast) throw error
    return numbers.map((number): Answer => ({ number, jid: null, validity: 'error' }))
  }
}

async function storeRefusal(scope: Scope, id: number, refusals: number, seconds: number) {
  const retryAt = new Date(Date.now() + seconds * 1000).toISOString()
  await scope.db.update('number_checks').set({ refusals, retryAt }).where('id', '=', id).execute()
  await publishCheck(scope, id)
}

/** Stores answers in every list of the company that has these numbers, and publishes the progress. */
const storeAnswers = (outer: Scope, { id, contactListId }: OpenCheck, answers: Answer[]) =>
  outer.transaction(async (scope) => {
    const now = new Date().toISOString()
    for (const { number, jid: waJid, validity } of answers)
      await scope.db.run(storeAnswer, { number, waJid, validity, now })
    await scope.db
      .update('number_checks')
      .set(({ eb }) => ({ checked: eb('checked', '+', answers.length), refusals: 0, retryAt: null, updatedAt: now }))
      .where('id', '=', id)
      .execute()
    await publishCheck(scope, id)
    await publishContactList(scope, contactListId)
    scope.publish('contactListItem', { action: 'reload', contactListId })
  })
