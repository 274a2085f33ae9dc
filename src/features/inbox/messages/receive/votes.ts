import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { parseJson } from '../../../../shared/json'
import type { InboundVote } from '../../../../whatsapp/received'
import { publishMessage } from '../publish-message'
import type { StoredDetail, Votes } from '../read/read'
import { findTarget, mayBeInChat, senderOf } from './apply'
import { choicesOf, recounted } from './recounted'

const detailOf = hot<{ id: number }>()((db, p) => db.select('messages').select('detail').where('id', '=', p('id')))
const setDetail = hot<{ id: number; detail: string; now: string }>()((db, p) =>
  db
    .update('messages')
    .set({ detail: p('detail'), updatedAt: p('now') })
    .where('id', '=', p('id')),
)

/** Maximum number of people whose votes a message keeps, the size of the largest groups, and of their choices. */
const maxVoters = 2048
const maxChoices = 8192

/** Stores one person's vote in a poll or answer to an event and counts them again. Call within a transaction. */
export async function applyVote(scope: Scope, whatsappId: number, item: InboundVote) {
  const found = await findTarget(scope, whatsappId, item.chat, item.targetWaId, item.targetFromMe)
  if (!found || !(item.fromMe || (await mayBeInChat(scope, found, item.chat)))) return
  const stored = (await scope.db.first(detailOf, { id: found.id }))?.detail
  const changed = stored && withVote(parseJson(stored) as StoredDetail, item)
  if (!changed) return
  await scope.db.run(setDetail, { id: found.id, detail: JSON.stringify(changed), now: new Date().toISOString() })
  await publishMessage(scope, found.id)
}

/** The detail with this vote, which replaces the person's earlier one; undefined for an older or needless vote. */
function withVote(detail: StoredDetail, item: InboundVote): StoredDetail | undefined {
  const voter = item.fromMe ? 'me' : senderOf(item)
  const known = choicesOf(detail)
  const vote = { at: item.at, choices: [...new Set(item.choices)].filter((choice) => known.has(choice)) }
  const { [voter]: earlier, ...others } = detail.votes ?? {}
  if (earlier && (earlier.at > vote.at || isSame(earlier, vote))) return undefined
  if (!hasRoom(Object.values(others), vote)) return undefined
  return recounted({ ...detail, votes: { ...others, [voter]: vote } })
}

type Vote = Votes[string]
const isSame = (one: Vote, other: Vote) => one.at === other.at && one.choices.join() === other.choices.join()

const hasRoom = (others: Vote[], { choices }: Vote) =>
  others.length < maxVoters && others.reduce((sum, vote) => sum + vote.choices.length, choices.length) <= maxChoices
