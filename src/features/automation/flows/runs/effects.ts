import { log } from '../../../../core/log'
import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { mayBeVoice } from '../../../../shared/flow/files'
import { isSpeaking } from '../../../../shared/flow/node'
import type { Effect } from '../../../../shared/flow/run'
import { addTag, removeTag } from '../../../inbox/board/ticket-tags'
import { type Card, locationCard } from '../../../inbox/messages/send/cards'
import { createOutboundMessages } from '../../../inbox/messages/send/send'
import { cutToMessage } from '../../../inbox/messages/send/variables'
import type { TicketRow } from '../../../inbox/tickets/read'
import { closeTicket } from '../../../inbox/tickets/state/change'
import { getFile, type StoredFile } from '../../../platform/media/files'
import { type PreparedFile, prepareFile } from '../../../platform/media/prepare'
import { changeTicket } from '../../bot/ticket'
import { readGraph, type StoredRun } from './rows'

/** Files of a step by their id; read before the transaction, because pictures are measured in a worker. */
export type PreparedFiles = Map<string, PreparedFile>

/** Reads the files that a step sends. A missing file is left out. */
export async function prepareFiles(scope: Scope, effects: Effect[]): Promise<PreparedFiles> {
  const files: PreparedFiles = new Map()
  for (const effect of effects) {
    if (effect.kind !== 'sendFile') continue
    const { mediaId, asVoice } = effect
    try {
      files.set(mediaId, await prepareOne(scope, await getFile(scope, mediaId), asVoice))
    } catch (err) {
      log.warn({ err, companyId: scope.companyId, mediaId }, 'a file of a flow was left out')
    }
  }
  return files
}

/** A recording that is no Opus, such as an MP3, is sent as ordinary audio. */
const prepareOne = (scope: Scope, file: StoredFile, asVoice: boolean) =>
  prepareFile(scope, file, false, asVoice && mayBeVoice(file.mime) ? { voice: true } : {})

const queueById = hot<{ id: number }>()((db, p) => db.select('queues').select('id').where('id', '=', p('id')))

/** Stores a step's effects in their order; returns the ticket. Call within the transaction that stores the run. */
export async function applyEffects(
  scope: Scope,
  ticket: TicketRow,
  run: StoredRun,
  effects: Effect[],
  files: PreparedFiles,
): Promise<TicketRow> {
  let row = ticket
  for (const effect of effects) {
    const said = saidBy(effect, files)
    if (said) await sendText(scope, row, run, said)
    else if (effect.kind === 'queue') row = await enterQueue(scope, row, effect.queueId)
    else if (effect.kind === 'tag') await setTag(scope, row, effect)
    else if (effect.kind === 'close') await closeTicket(scope, row.id, 'bot')
  }
  return row
}

/** The message of an effect that sends one. */
function saidBy(effect: Effect, files: PreparedFiles): Said | undefined {
  if (effect.kind === 'say') return { nodeId: effect.nodeId, body: cutToMessage(effect.text) }
  if (effect.kind === 'sendFile') return { nodeId: effect.nodeId, body: '', file: files.get(effect.mediaId) }
  if (effect.kind === 'sendLocation') return { nodeId: effect.nodeId, body: '', card: locationCard(effect) }
  return undefined
}

interface Said {
  nodeId: string
  body: string
  file?: PreparedFile | undefined
  card?: Card
}

/** Stores a text, a file or a location; nothing for a file that is missing. */
export async function sendText(
  scope: Scope,
  ticket: TicketRow,
  { flowName: senderName, versionId }: StoredRun,
  { nodeId, body, file, card }: Said,
) {
  if (body.trim() === '' && !file && !card) return
  const kind = (await readGraph(scope, versionId)).node(nodeId)?.kind
  const flowNode = isSpeaking(kind) && { flowNode: { id: nodeId, kind } }
  const draft = { body, quotedId: null, files: file ? [file] : [], ...(card && { card }), ...flowNode }
  await createOutboundMessages(scope, ticket, draft, { origin: 'flow', userId: null, senderName })
}

/** A queue that was deleted since leaves the ticket where it is. */
const enterQueue = async (scope: Scope, ticket: TicketRow, queueId: number) =>
  (await scope.db.first(queueById, { id: queueId })) ? changeTicket(scope, ticket, queueId, ticket.chatbot) : ticket

const tagById = hot<{ id: number }>()((db, p) => db.select('tags').select('id').where('id', '=', p('id')))

async function setTag(scope: Scope, { id }: TicketRow, { tagId, adds }: { tagId: number; adds: boolean }) {
  if (!(await scope.db.first(tagById, { id: tagId }))) return
  await (adds ? addTag(scope, id, tagId) : removeTag(scope, id, tagId))
}
