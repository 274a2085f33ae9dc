import type { Scope } from '../../../core/scope'
import { type ContactRow, numbersOf } from '../../contacts/contacts/read'
import type { ReceiveListener } from '../../inbox/messages/receive/listener'
import type { TicketRow } from '../../inbox/tickets/read'
import { endStepsOf } from '../steps/end'
import { showAnsweredParts } from './campaign-message'
import { findUnansweredNumbers, recordCampaignAnswer } from './record-answer'

/**
 * Records the answer to a campaign and shows what it answers. Returns true when the campaign's flow talks next, instead of
 * the robot. Call within a transaction, before the answer is stored.
 */
async function answerCampaign(scope: Scope, contact: ContactRow, ticket: TicketRow, at: string): Promise<boolean> {
  const { id: ticketId, whatsappId } = ticket
  if (whatsappId === null) return false
  const numbers = numbersOf(contact)
  const answer = await findAnswer(scope, numbers, { whatsappId, ticketId, at })
  if (!answer) return false
  for (const number of numbers) await endStepsOf(scope, number)
  await showAnsweredParts(scope, ticket, answer.parts)
  if (answer.flowId === null || ticket.status !== 'pending') return false
  await scope.enqueue('campaign.flow', { ticketId, flowId: answer.flowId }, { key: `${ticketId}` })
  return true
}

/** A merged contact may have been reached under any of its numbers. */
async function findAnswer(
  scope: Scope,
  numbers: string[],
  facts: { whatsappId: number; ticketId: number; at: string },
) {
  for (const number of numbers) {
    const answer = await recordCampaignAnswer(scope, { number, ...facts })
    if (answer) return answer
  }
}

/** Records customers' answers to campaigns; one whose campaign starts a flow is answered by it. */
export const campaignAnswerListener: ReceiveListener = ({ scope, whatsappId }) => {
  let unanswered = new Set<string>()
  return {
    async prepare(messages) {
      const numbers = messages.flatMap(({ contact }) => numbersOf(contact))
      unanswered = await findUnansweredNumbers(scope, whatsappId, numbers)
    },
    isConcerned: ({ contact, isCustomers }) =>
      isCustomers && unanswered.size > 0 && numbersOf(contact).some((number) => unanswered.has(number)),
    async beforeStored(message, ticket) {
      if (!message.isCustomers || message.isAnswered) return
      message.isAnswered = await answerCampaign(scope, message.contact, ticket, message.item.at)
    },
  }
}
