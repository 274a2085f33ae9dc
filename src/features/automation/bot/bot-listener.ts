import type { ReceiveListener, StoredMessage } from '../../inbox/messages/receive/listener'
import { type BotRequest, enqueueBotTurns } from './enqueue-turn'

/** Asks the robot about the newest message of each ticket, unless an earlier listener answers it. */
export const botListener: ReceiveListener = ({ scope, whatsappId, askedByRobot }) => {
  /** By ticket: the newest customer's message. */
  const requests = new Map<number, BotRequest>()
  const request = ({ ticket, id, item, contact }: StoredMessage) => {
    const message = { id, at: item.at, text: item.body }
    requests.set(ticket.id, { ticket, message, isBotBlocked: contact.disableBot === 1 })
  }
  return {
    async stored(message) {
      if (message.isCustomers && !message.isAnswered && !message.item.stub) request(message)
    },
    async filled(message) {
      if (!message.isAnswered) request(message)
    },
    async ended() {
      const asked = await enqueueBotTurns(scope, whatsappId, [...requests.values()])
      for (const ticketId of asked) askedByRobot.add(ticketId)
    },
  }
}
