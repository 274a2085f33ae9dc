import type { Message, Reaction } from '../../../../src/features/messages/model'

/** The six that WhatsApp offers first. */
export const quickReactions = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const

/** The sender of this company's own reactions on the wire. */
const ourselves = 'me'
const isOurs = ({ sender }: Reaction) => sender === ourselves
export const ourReaction = ({ reactions }: Message) => reactions.find(isOurs)?.emoji ?? ''
