import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { limits } from '../../../../shared/limits'
import { cutText } from '../../../../shared/text'
import { type InboundMention, mentionMark } from '../../../../whatsapp/mentions'
import type { InboundEdit, InboundMessage } from '../../../../whatsapp/received'
import { findContact } from '../../../contacts/contacts/identify'
import type { StoredMention } from '../read/read'

const ownIdentity = hot<{ id: number }>()((db, p) =>
  db.select('connections').select(['name', 'number', 'lid']).where('id', '=', p('id')),
)
const nameInGroups = hot<{ participant: string }>()((db, p) =>
  db
    .select('messages')
    .select('senderName')
    .where('participant', '=', p('participant'))
    .where('participant', '<>', '') // lets SQLite use the partial index on `participant`
    .where('senderName', '<>', '')
    .orderBy('id', 'desc')
    .limit(1),
)
type Own = NonNullable<(typeof ownIdentity)['row']>

/** Longest text of a message; names make it longer. */
const longest = 65_536

/**
 * Writes the names of mentioned people into the text, with `@`: the contact's name, else the one that the person last
 * used in a group, else the number; the connection's name for the own number. An unknown LID stays as it is
 * (docs/adr/0110). Call within a transaction.
 */
export async function nameMentions<T extends InboundMessage | InboundEdit>(
  scope: Scope,
  whatsappId: number,
  item: T,
): Promise<T> {
  if (!item.mentions || !item.body) return item
  const own = await scope.db.first(ownIdentity, { id: whatsappId })
  const named = new Map<string, StoredMention>()
  for (const mention of item.mentions) named.set(mention.user, await nameOf(scope, own, mention))
  const body = item.body.replace(mentionMark, (written, user) => named.get(user)?.text ?? written)
  return { ...item, body: cutText(body, longest), detail: { ...item.detail, mentions: [...named.values()] } }
}

async function nameOf(scope: Scope, own: Own | undefined, mention: InboundMention): Promise<StoredMention> {
  const { user, number, lid } = mention
  if (own && ((number !== null && number === own.number) || (lid !== null && lid === own.lid)))
    return { text: at(own.name), number, lid, me: true }
  const name = (await findContact(scope, mention))?.name.trim() || (await nameUsedInGroups(scope, mention))
  return { text: at(name || number || user), number, lid }
}

async function nameUsedInGroups(scope: Scope, { jid, number, lid }: InboundMention): Promise<string> {
  const addresses = [jid, ...(lid ? [`${lid}@lid`] : []), ...(number ? [`${number}@s.whatsapp.net`] : [])]
  for (const participant of new Set(addresses)) {
    const found = await scope.db.first(nameInGroups, { participant })
    if (found) return found.senderName.trim()
  }
  return ''
}

/** The name as it stands in a text: on one line. */
const at = (name: string) => `@${cutText(name.replace(/\s+/g, ' ').trim(), limits.whatsappName.max)}`
