import type { JobHandler } from '../../../../core/jobs/job'
import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { readFilesToSend } from '../../../inbox/file-lists/read-files'
import { createOutboundMessages } from '../../../inbox/messages/send/send'
import { fillAutomaticText } from '../../../inbox/messages/send/variables'
import { findTicketRow } from '../../../inbox/tickets/read'

interface AnsweredWithFiles {
  ticketId: number
  /** The customer's message that chose the option. */
  messageId: number
  optionId: number
}

const optionFiles = hot<{ id: number }>()((db, p) =>
  db
    .select('queue_options')
    .innerJoin('queues', 'queues.id', 'queue_options.queueId')
    .select(['queue_options.fileListId', 'queues.name'])
    .where('queue_options.id', '=', p('id')),
)
const claimAnswer = hot<{ ticketId: number; messageId: number }>()((db, p) =>
  db
    .update('attendances')
    .set({ filesAnsweredId: p('messageId') })
    .where('ticketId', '=', p('ticketId'))
    .where('finishedAt', 'is', null)
    .where(({ eb, or }) => or([eb('filesAnsweredId', 'is', null), eb('filesAnsweredId', '<', p('messageId'))]))
    .returning('id'),
)

/**
 * Sends the text and the files of an option's list, in their order, unless a person has the ticket by now. The files are
 * read before the transaction; `filesAnsweredId` makes a second run send nothing.
 */
export const sendOptionFiles: JobHandler<AnsweredWithFiles> = {
  async run(outer, { ticketId, messageId, optionId }) {
    const option = await outer.db.first(optionFiles, { id: optionId })
    if (!option?.fileListId) return
    const list = await readFilesToSend(outer, option.fileListId)
    if (!list) return
    await outer.transaction(async (scope) => {
      const ticket = await findPendingTicket(scope, ticketId)
      if (!ticket || !(await scope.db.first(claimAnswer, { ticketId, messageId }))) return
      const author = { origin: 'bot' as const, userId: null, senderName: option.name }
      const draft = { quotedId: null, bot: 'optionTree' as const }
      const body = await fillAutomaticText(scope, ticket, list.message)
      await createOutboundMessages(scope, ticket, { ...draft, body, files: [] }, author)
      if (list.files.length > 0)
        await createOutboundMessages(scope, ticket, { ...draft, body: '', files: list.files }, author)
    })
  },
}

async function findPendingTicket(scope: Scope, id: number) {
  const ticket = await findTicketRow(scope, id)
  return ticket?.status === 'pending' && ticket.whatsappId !== null ? ticket : undefined
}
