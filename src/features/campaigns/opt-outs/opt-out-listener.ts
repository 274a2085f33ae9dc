import type { Scope } from '../../../core/scope'
import { optOutWordOf } from '../../../shared/opt-out-words'
import type { Received, ReceiveListener, StoredMessage } from '../../inbox/messages/receive/listener'
import { storeQuietly } from '../../inbox/messages/receive/store-quietly'
import { ticketForMessage } from '../../inbox/tickets/arrival'
import { type CampaignWish, findCampaignWish, mayBeWord, readOwnWords } from './find-wish'
import { storeCampaignWish } from './store-wish'

/** Looks for words that end campaigns, or begin them again, before ratings and the robot (ADR 0051). */
export const optOutListener: ReceiveListener = ({ scope, whatsappId }) => {
  const wishes = new WeakMap<Received, CampaignWish>()
  let words: readonly string[] | undefined
  const ownWords = async () => {
    words ??= await readOwnWords(scope)
    return words
  }
  const findWish = ({ contact, item }: Received) => findCampaignWish(scope, { contact, whatsappId, ownWords }, item)
  return {
    async prepare(messages) {
      if (messages.some(({ item }) => mayBeWord(item))) await ownWords()
    },
    isConcerned: ({ item, isCustomers }) =>
      isCustomers && mayBeWord(item) && optOutWordOf(item.body, words ?? []) !== null,
    async take(message) {
      const wish = await findWish(message)
      if (!wish) return false
      if (!wish.ticket) return storeWithoutTicket(scope, whatsappId, message, wish)
      wishes.set(message, wish)
      message.isAnswered = true
      return false
    },
    async stored(message) {
      const wish = wishes.get(message)
      if (wish) await storeCampaignWish(scope, wish, message.ticket)
    },
    async filled(message: StoredMessage) {
      const wish = message.isCustomers ? await findWish(message) : null
      if (!wish) return
      message.isAnswered = true
      await storeCampaignWish(scope, wish, message.ticket)
    },
  }
}

/** Stores the word of a customer without a live ticket in a closed one, so that no ticket waits and no robot answers. */
async function storeWithoutTicket(scope: Scope, whatsappId: number, { contact, item }: Received, wish: CampaignWish) {
  const chat = { contactId: contact.id, whatsappId }
  const { row } = await ticketForMessage(scope, { ...chat, isGroup: false, fromMe: true, at: item.at })
  await storeQuietly(scope, row, chat, item)
  await storeCampaignWish(scope, wish, row)
  return true
}
