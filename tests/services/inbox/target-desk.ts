import { setSystemTime } from 'bun:test'
import { updateQueue } from '../../../src/features/automation/queues/service'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { sendMessage } from '../../../src/features/inbox/messages/send/send'
import { getTicket } from '../../../src/features/inbox/tickets/read'
import { acceptTicket } from '../../../src/features/inbox/tickets/state/change'
import type { Inbound } from '../../../src/whatsapp/received'
import { textMessage } from '../../inbound-events'
import { createInstallation } from '../../installation'
import { makeJobsDue } from '../../make-jobs-due'

export const [support, sales] = [1, 2] as const
export const minutesAfter = (iso: string, minutes: number) => new Date(Date.parse(iso) + minutes * 60_000).toISOString()
export const ago = (minutes: number) => minutesAfter(new Date().toISOString(), -minutes)

interface TargetMinutes {
  answerMinutes?: number
  nextAnswerMinutes?: number
  resolutionMinutes?: number
}

/** An installation with a connection of the first queue, which has these targets; bob is its agent. */
export async function createDesk(targets: TargetMinutes) {
  const installation = await createInstallation()
  const { scopeOf, acme, jobs, published, store } = installation
  const connection = await installation.insertConnection('acme', { queueIds: [support] })
  const change = (id: number, input: Parameters<typeof updateQueue>[2]) => updateQueue(scopeOf('ana'), id, input)
  await change(support, targets)
  const hear = async (...inbound: Inbound[]) => {
    await receiveBatch(installation.systemScope(), { companyId: acme.companyId, whatsappId: connection.id }, inbound)
    await jobs.settle()
  }
  const attendance = () => acme.select('attendances').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  const ticketId = async () => (await attendance()).ticketId
  const target = async () => (await getTicket(scopeOf('ana'), await ticketId())).target
  const due = () => published.filter(({ entity }) => entity === 'dueTicket').map(({ payload }) => payload)
  const late = () => published.filter(({ entity }) => entity === 'lateTicket').map(({ payload }) => payload)
  const passTime = async () => {
    await makeJobsDue(store)
    await jobs.settle()
  }
  const say = (id: number) => sendMessage(scopeOf('bob'), id, { body: 'Olá', quotedId: null, files: [] })
  return { ...installation, change, hear, attendance, ticketId, target, due, late, passTime, say }
}

/** A desk whose first customer had the first answer 200 minutes ago, with the id of the open ticket. */
export async function createAnswered(targets: Parameters<typeof createDesk>[0]) {
  const desk = await createDesk(targets)
  setSystemTime(new Date(ago(200)))
  await desk.hear(textMessage({ at: ago(1) }))
  const id = await desk.ticketId()
  await acceptTicket(desk.scopeOf('bob'), id)
  await desk.say(id)
  await desk.jobs.settle()
  setSystemTime()
  await desk.passTime()
  const ticket = () => getTicket(desk.scopeOf('ana'), id)
  const row = () => desk.acme.select('tickets').select(['dueAt']).where('id', '=', id).executeTakeFirstOrThrow()
  return { ...desk, id, ticket, row }
}
