import type { proto, WAMessage } from '@whiskeysockets/baileys'
import type { Baileys } from './baileys'
import { bareJid, isChatJid, isGroupJid, lidDigits, type Me, pnDigits } from './jid'
import type { SecretContent } from './message-secret'
import type { InboundEncrypted } from './received'
import { type Unwrapped, unwrap } from './unwrap'

/** Decoders of decrypted content. */
export type Decoders = Pick<Baileys['proto'], 'Message'>

/** Encrypted content of a message before its addresses are known. */
export interface EncryptedPart {
  kind: InboundEncrypted['kind']
  key: proto.IMessageKey | null | undefined
  payload: Uint8Array | null | undefined
  iv: Uint8Array | null | undefined
  uses: string[]
}

/** Names of keys for content in `secretEncryptedMessage`, by its type; one of another type is tried with all. */
const secretUses = ['Message Edit', 'Event Edit', 'Poll Edit', 'Poll Add Option', 'Message Schedule']
const usesByType: Record<number, string> = { 1: 'Event Edit', 2: 'Message Edit', 4: 'Poll Edit' }

/** Returns the encrypted part of a message; null for any other kind. */
export function encryptedPart({ message }: Pick<Unwrapped, 'message'>): EncryptedPart | null {
  const { secretEncryptedMessage: secret, pollUpdateMessage: vote, encEventResponseMessage: answer } = message
  if (secret) {
    const likely = usesByType[Number(secret.secretEncType ?? 0)]
    const uses = likely ? [likely] : secretUses
    return { kind: 'edit', key: secret.targetMessageKey, payload: secret.encPayload, iv: secret.encIv, uses }
  }
  if (vote) return answerPart(vote.pollCreationMessageKey, vote.vote?.encPayload, vote.vote?.encIv, 'Poll Vote')
  if (answer) return answerPart(answer.eventCreationMessageKey, answer.encPayload, answer.encIv, 'Event Response')
  const { encReactionMessage: reaction, encCommentMessage: comment } = message
  if (reaction) return answerPart(reaction.targetMessageKey, reaction.encPayload, reaction.encIv, 'Enc Reaction')
  if (comment) return answerPart(comment.targetMessageKey, comment.encPayload, comment.encIv, 'Enc Comment')
  return null
}

const answerPart = (
  key: EncryptedPart['key'],
  payload: EncryptedPart['payload'],
  iv: EncryptedPart['iv'],
  use: string,
): EncryptedPart => ({ kind: 'answer', key, payload, iv, uses: [use] })

/** The person's other address: of digits the LID, of `<lid>_reverse` the number (auth-state.ts). */
type LookUp = (id: string) => Promise<string | undefined>

/** Addresses of the people concerned, for the keys of encrypted content. */
export interface SecretAddresses {
  authors: string[]
  senders: string[]
}

/** Returns all addresses of the sender, and of those who may have written the target; without a query. */
async function secretAddresses(
  { key }: WAMessage,
  part: EncryptedPart,
  me: Me,
  lookUp: LookUp,
): Promise<SecretAddresses> {
  const own = [me.pn && `${me.pn}@s.whatsapp.net`, me.lid && `${me.lid}@lid`]
  const isGroup = isGroupJid(key.remoteJid)
  const theirs = isGroup ? [key.participant, key.participantAlt] : [key.remoteJid, key.remoteJidAlt]
  const senders = key.fromMe ? own : theirs
  const others = [...(isGroup ? [] : theirs), part.key?.participant, ...own]
  const authors = part.kind === 'edit' ? [...senders, ...others] : [...others, ...senders]
  return { senders: await withPairs(senders, lookUp), authors: await withPairs(authors, lookUp) }
}

/** As `secretAddresses`; undefined for a message without encrypted content. */
export async function addressesOfSecret(message: WAMessage, me: Me, lookUp: LookUp) {
  const content = unwrap(message.message)
  const part = content && encryptedPart(content)
  return part ? secretAddresses(message, part, me, lookUp) : undefined
}

/** Maximum number of addresses that are tried. */
const maxAddresses = 6

async function withPairs(jids: (string | null | undefined)[], lookUp: LookUp): Promise<string[]> {
  const found = new Set<string>()
  for (const jid of jids) {
    if (!isChatJid(jid) || isGroupJid(jid)) continue
    found.add(bareJid(jid))
    const [pn, lid] = [pnDigits(jid), lidDigits(jid)]
    const other = pn ? await lookUp(pn) : await lookUp(`${lid}_reverse`)
    if (other) found.add(pn ? `${other}@lid` : `${other}@s.whatsapp.net`)
  }
  return [...found].slice(0, maxAddresses)
}

/** Input of `decryptContent`. */
export const secretContent = (part: EncryptedPart, targetWaId: string, addresses: SecretAddresses): SecretContent => ({
  targetWaId,
  payload: part.payload ?? new Uint8Array(),
  iv: part.iv ?? new Uint8Array(),
  uses: part.uses,
  ...addresses,
})
