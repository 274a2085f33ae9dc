import { t } from 'elysia'
import { limits } from '../../../../shared/limits'
import { answerTicket } from '../../../inbox/messages/send/answer'
import type { Proposal } from '../../../inbox/proposals/model'
import { getProposalOfKey, proposeAnswer } from '../../../inbox/proposals/service'
import { conversationId, defineTool, idField, inputOf, writtenByCustomers } from '../tool'

/**
 * `answer_conversation`: a proposal that a person sends or discards; of a key without confirmation the message itself.
 * Both count against the key's messages a minute.
 */
export const answerConversation = defineTool({
  name: 'answer_conversation',
  title: 'Answer a conversation',
  description:
    'Writes to the customer of an open conversation. Usually a person of the company approves the text first: then the result is a proposal with state `open`, and read_proposal tells what became of it. Otherwise the message is sent, and the result has its id.',
  scope: 'send',
  readOnly: false,
  input: inputOf({
    conversationId,
    text: t.String({
      minLength: 1,
      maxLength: limits.mcpText,
      description: 'Text for the customer, as WhatsApp shows it.',
    }),
    requestId: t.Optional(
      t.String({
        minLength: 1,
        maxLength: limits.idempotencyKey.max,
        description: 'Any text; a call repeated with it within 24 hours sends and proposes nothing again.',
      }),
    ),
  }),
  async run({ scope, key, countMessage }, { conversationId, text, requestId }) {
    countMessage()
    if (key.confirms) {
      const answer = { ticketId: conversationId, body: text, apiKeyId: key.id, requestId: requestId ?? null }
      return { proposal: toAnswer(await proposeAnswer(scope, answer)) }
    }
    const request = requestId && `mcp ${key.id} ${requestId}`.slice(0, limits.idempotencyKey.max)
    const { messages } = await answerTicket(scope, conversationId, { body: text }, request)
    return { sent: true, messageId: messages[0]?.id ?? null }
  },
})

/** `read_proposal`: what a person did with an answer of this key. */
export const readProposal = defineTool({
  name: 'read_proposal',
  title: 'Read a proposal',
  description: `Tells what became of a proposed answer: open (nobody decided yet), sent (maybe with a changed text), discarded, or ended (the conversation was closed or transferred before). ${writtenByCustomers}`,
  scope: 'send',
  readOnly: true,
  input: inputOf({ proposalId: idField('Id of the proposal, as answer_conversation returned it.') }),
  run: async ({ scope, key }, { proposalId }) => ({
    proposal: toAnswer(await getProposalOfKey(scope, proposalId, key.id)),
  }),
})

const toAnswer = ({ id, ticketId, state, messageId, decidedAt }: Proposal) => ({
  ...{ id, conversationId: ticketId, state, messageId, decidedAt },
})
