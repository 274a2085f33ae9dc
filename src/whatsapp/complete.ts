import type { Inbound } from './received'
import { complete } from './signals'

type LookUp = Parameters<typeof complete>[1]

/** Adds the missing number or LID to the people of a message: its chat, its author in a group, those it mentions. */
export async function completeInbound(inbound: Inbound, lookUp: LookUp): Promise<Inbound> {
  const chat = await complete(inbound.chat, lookUp)
  if (inbound.type !== 'message' && inbound.type !== 'edit') return { ...inbound, chat }
  const mentions = []
  for (const mention of inbound.mentions ?? [])
    mentions.push({ ...(await complete(mention, lookUp)), user: mention.user })
  const found = { ...inbound, chat, ...(mentions.length > 0 && { mentions }) }
  if (found.type !== 'message' || !found.participant) return found
  return { ...found, participant: await complete(found.participant, lookUp) }
}
