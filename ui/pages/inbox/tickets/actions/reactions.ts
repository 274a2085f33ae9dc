import type { Message, Reaction } from '../../../../../src/features/inbox/messages/model'

/** Reactions that WhatsApp offers first. */
export const quickReactions = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const

/** Sender of the company's own reactions in the API. */
const ourselves = 'me'
const isOurs = ({ sender }: Reaction) => sender === ourselves
export const ourReaction = ({ reactions }: Message) => reactions.find(isOurs)?.emoji ?? ''
