import { type ChangeBase, decryptedEdit, reactionTo, senderOf } from './changes'
import { type Decoders, type EncryptedPart, type SecretAddresses, secretContent } from './encrypted'
import { toNumber } from './field-values'
import { decryptContent, messageSecretOf } from './message-secret'
import { optionId } from './polls'
import type { InboundEncrypted, InboundMessage } from './received'
import { type Unwrapped, unwrap } from './unwrap'

interface Parts {
  content: Unwrapped
  part: EncryptedPart
  change: ChangeBase
  decoders: Decoders | undefined
  addresses: SecretAddresses | undefined
  /** The content as a message of its own. */
  asMessage(content: Unwrapped): InboundMessage
}

/**
 * Content that the product opens with the secret of the message it belongs to. Content that names no message becomes a
 * placeholder; a vote without a poll is nothing.
 */
export function encryptedInbound(parts: Parts): InboundEncrypted | InboundMessage | null {
  const { content, part, change, asMessage } = parts
  const targetWaId = part.key?.id
  if (!targetWaId) return part.kind === 'edit' ? asMessage(content) : null
  return {
    type: 'encrypted',
    ...change.base,
    targetWaId,
    participant: change.participant,
    kind: part.kind,
    open: (target) => open(parts, targetWaId, target),
    placeholder: content.kind === 'encCommentMessage' ? asMessage(content) : null,
  }
}

type Opened = ReturnType<InboundEncrypted['open']>

function open(parts: Parts, targetWaId: string, target: Uint8Array): Opened {
  const { part, decoders, addresses } = parts
  const secret = messageSecretOf(target)
  if (!secret || !decoders || !addresses) return null
  const plain = decryptContent(secret, secretContent(part, targetWaId, addresses))
  try {
    return plain && read(parts, decoders, targetWaId, plain)
  } catch {
    return null // bytes that do not decode
  }
}

/** Converts decrypted content. @throws for bytes that do not decode */
function read(
  { content, part, change, asMessage }: Parts,
  { Message }: Decoders,
  targetWaId: string,
  plain: Uint8Array,
): Opened {
  switch (content.kind) {
    case 'pollUpdateMessage': {
      const { selectedOptions } = Message.PollVoteMessage.decode(plain)
      return voteOf(change, part, targetWaId, selectedOptions.slice(0, maxChoices).map(optionId))
    }
    case 'encEventResponseMessage':
      return voteOf(change, part, targetWaId, answerOf(Message.EventResponseMessage.decode(plain).response))
    case 'encReactionMessage':
      return reactionTo({ ...Message.ReactionMessage.decode(plain), key: part.key }, change)
    case 'encCommentMessage': {
      const comment = unwrap(Message.decode(plain))
      return comment && asMessage(comment)
    }
    default:
      return decryptedEdit(unwrap(Message.decode(plain)), change, targetWaId)
  }
}

/** Maximum number of options of one vote. */
const maxChoices = 100
const answers = [null, 'going', 'notGoing', 'maybe']

const answerOf = (response: unknown): string[] => {
  const answer = answers[toNumber(response)]
  return answer ? [answer] : []
}

const voteOf = (change: ChangeBase, { key }: EncryptedPart, targetWaId: string, choices: string[]) => ({
  type: 'vote' as const,
  ...change.base,
  targetWaId,
  targetFromMe: key?.fromMe === true,
  sender: senderOf(change),
  choices,
})
