import { receiveBatch } from '../src/features/inbox/messages/receive/receive'
import type { SettingKey } from '../src/shared/settings'
import { personIdentity, textMessage } from './inbound-events'
import { createInstallation } from './installation'

/** An option of a menu with the options behind it. */
interface OptionTree {
  option: string
  title: string
  message?: string
  nextQueueId?: number
  fileListId?: number
  options?: OptionTree[]
}

interface BotCompany {
  /** Ids of queues 1 (Suporte) and 2 (Vendas). */
  queueIds?: number[]
  connection?: Partial<
    Record<'greetingMessage' | 'outOfHoursMessage' | 'complationMessage' | 'ratingMessage', string>
  > &
    Partial<Record<'maxUseBotQueues' | 'timeUseBotQueues' | 'expiresTicket' | 'timeToTransfer', number>> & {
      transferQueueId?: number
      expiresInactiveMessage?: string
    }
  settings?: Partial<Record<SettingKey, string>>
  /** By queue id. */
  greetings?: Record<number, string>
  options?: Record<number, OptionTree[]>
}

/**
 * Company with a linked number whose robot is configured as given. `write` sends a message of a customer, runs the due
 * jobs and returns the texts that the customer has received since their last message.
 */
export async function createBotCompany({
  queueIds = [],
  connection,
  settings = {},
  greetings = {},
  options = {},
}: BotCompany) {
  const installation = await createInstallation()
  const { acme, jobs } = installation
  const { id: whatsappId, companyId } = await installation.insertConnection('acme', { queueIds })
  installation.whatsapp.openConnections.add(whatsappId)
  await acme.transaction(async (tx) => {
    if (connection) await tx.update('connections').set(connection).where('id', '=', whatsappId).execute()
    for (const [key, value] of Object.entries(settings)) await tx.insert('settings', { key, value }).execute()
    for (const [id, greetingMessage] of Object.entries(greetings))
      await tx.update('queues').set({ greetingMessage }).where('id', '=', Number(id)).execute()
  })
  const insertOptions = async (queueId: number, parentId: number | null, tree: OptionTree[]) => {
    for (const [at, { options: behind = [], message = '', ...values }] of tree.entries()) {
      const row = { queueId, parentId, orderOption: at + 1, message, ...values }
      const { id } = await acme.transaction((tx) =>
        tx.insert('queue_options', row).returning('id').executeTakeFirstOrThrow(),
      )
      await insertOptions(queueId, id, behind)
    }
  }
  for (const [queueId, tree] of Object.entries(options)) await insertOptions(Number(queueId), null, tree)

  const read = new Map<string, number>()
  const sentTo = async (number: string): Promise<string[]> => {
    const jid = `${number}@s.whatsapp.net`
    const all = installation.whatsapp.sent.filter((sent) => sent.jid === jid)
    const fresh = all.slice(read.get(jid) ?? 0)
    read.set(jid, all.length)
    return fresh.map(({ content }) => (content.type === 'text' ? content.body : content.type))
  }
  const number = '5511977770000'
  interface Written {
    from?: string
    at?: Date
  }
  /** Sends messages of one batch. */
  const writeAll = async (bodies: string[], { from = number, at = new Date() }: Written = {}) => {
    const chat = personIdentity(from)
    const inbound = bodies.map((body) => textMessage({ body, chat, at: at.toISOString() }))
    await receiveBatch(installation.systemScope(), { companyId, whatsappId }, inbound)
    await jobs.settle()
    return sentTo(from)
  }
  const write = (body: string, options?: Written) => writeAll([body], options)
  /** The customer's newest ticket. */
  const ticketOf = (from = number) =>
    acme
      .select('tickets')
      .innerJoin('contacts', 'contacts.id', 'tickets.contactId')
      .selectAll('tickets')
      .where('contacts.number', '=', from)
      .orderBy('tickets.id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  const attendanceOf = async (from = number) =>
    acme
      .select('attendances')
      .selectAll()
      .where('ticketId', '=', (await ticketOf(from)).id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  return { ...installation, whatsappId, companyId, number, write, writeAll, sentTo, ticketOf, attendanceOf }
}
