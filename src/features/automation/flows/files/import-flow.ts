import { ParseFailure } from '../../../../core/parsers/contract'
import type { Scope } from '../../../../core/scope'
import { AppError } from '../../../../shared/errors'
import type { FileFaultReason } from '../../../../shared/flow/fault'
import { limits } from '../../../../shared/limits'
import { assertRoom } from '../../../platform/media/quota'
import { withReceivedFile } from '../../../platform/media/received-file'
import { createFlowWithDraft } from '../create-with-draft'
import { ImportedMedia } from './imported-media'
import type { ImportedFlow } from './model'
import { maxNotes, type ParsedFlow } from './parsed'
import { mapReferences } from './references'
import { RowFinder } from './row-finder'

/**
 * POST /flowbuilder/import: makes a flow with a draft from a file. Stores nothing when the file has a fault.
 * @throws ERR_FLOW_FILE with the first fault and its place, ERR_TOO_LARGE, ERR_NO_ROOM, ERR_RATE_LIMIT
 */
export async function importFlow(
  outer: Scope,
  body: ReadableStream<Uint8Array> | null,
  fileName = '',
): Promise<ImportedFlow> {
  await assertRoom(outer, 1)
  const parsed = await withReceivedFile(outer, body, limits.flowFile, (file) =>
    outer.ports.parsers.run(outer.companyId, 'flow.read', file).catch(refuseUnread),
  )
  const media = await ImportedMedia.save(outer, parsed.media)
  try {
    return await outer.transaction((scope) => insertParsedFlow(scope, parsed, media, fileName))
  } catch (error) {
    await media.removeFromDisk()
    throw error
  }
}

function refuseUnread(error: unknown): never {
  if (!(error instanceof ParseFailure)) throw error
  const reason: FileFaultReason = error.reason === 'memory' || error.reason === 'time' ? 'tooLarge' : 'unreadable'
  throw new AppError('ERR_FLOW_FILE', { fault: { reason, place: '' } })
}

/** Name of a flow for a file without one. */
const usualName = 'Fluxo'

async function insertParsedFlow(
  scope: Scope,
  { source, name, content, names, notes }: ParsedFlow,
  media: ImportedMedia,
  fileName: string,
): Promise<ImportedFlow> {
  await media.register(scope)
  const rowFinder = await RowFinder.of(scope, names)
  const adapted = mapReferences(content, {
    media: (id) => media.idOf(id),
    queue: (id, shown) => rowFinder.queue(id, shown),
    tag: (id) => rowFinder.tag(id),
    prompt: (id) => rowFinder.prompt(id),
    integration: (id) => rowFinder.integration(id),
  })
  const titles = [name, fileName.replace(/\.json$/i, '')].map((each) => each.trim())
  const title = titles.find((each) => each.length >= limits.flowName.min) ?? usualName
  const flow = await createFlowWithDraft(scope, title, adapted)
  const all = [...notes, ...rowFinder.notes]
  return { flow, source, notes: all.slice(0, maxNotes), furtherNotes: Math.max(0, all.length - maxNotes) }
}
