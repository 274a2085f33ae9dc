import type { Data } from '../../../../shared/flow/data'
import { FlowFault } from '../../../../shared/flow/fault'
import { type FileKind, flowFiles, mayBeVoice } from '../../../../shared/flow/files'
import { readFlow, type StoredFlow } from '../../../../shared/flow/read'
import { kindOf } from '../../../../shared/flow/read-node'
import { limits } from '../../../../shared/limits'
import type { ImportNote, NamedRows, ParsedFlow, ParsedMedia, RowNames } from './parsed'
import { readContent } from './read-content'
import { emptyReferences, mapReferences, withoutSecrets } from './references'

/** Version of the file format; readers refuse newer ones. */
export const fileFormat = 1
/** Files inside of one flow, and rows of each kind that it names. */
const maxCounts = { files: 1000, names: 1000 }

export const isOwnFile = ({ product, kind }: Record<string, unknown>) => product === 'balcao' && kind === 'flow'

/** Returns the media type that bytes have. */
type Identify = (bytes: Uint8Array<ArrayBuffer>) => Promise<string | undefined>

/** Reads a file that this product exported. @throws FlowFault */
export async function readOwnFile(file: Data, identify: Identify): Promise<ParsedFlow> {
  const format = file.number('format', 0)
  if (format !== fileFormat) file.refuse('format', format > fileFormat ? 'newer' : 'data')
  const flow = file.inner('flow')
  const stored = readContent(flow, 'flow')
  const media = file.list('media', maxCounts.files).map(readMedia)
  const notes: ImportNote[] = []
  const content = withoutSecrets(stored, (id, detail) => notes.push(noteOf(stored, 'secretLeftOut', id, detail)))
  const used = usedMedia(content, media, notes)
  for (const { each, uses } of used) await checkMedia(each, uses, identify)
  notes.push(...voiceNotes(content, media))
  const unknown = stored.nodes.filter(({ type }) => kindOf(type) === 'unknown')
  notes.push(...unknown.map(({ id, type }) => noteOf(stored, 'blockUnknown', id, type)))
  return {
    ...{ source: 'balcao', name: file.text('name').slice(0, limits.flowName.max), content, notes },
    media: used.map(({ each: { place: _, ...media } }) => media),
    names: {
      ...{ queues: readNames(file, 'queues'), tags: readNames(file, 'tags') },
      ...{ prompts: readNames(file, 'prompts'), integrations: readNames(file, 'integrations') },
    },
  }
}

const noteOf = ({ nodes }: StoredFlow, code: ImportNote['code'], nodeId: string, detail: string): ImportNote => ({
  ...{ code, place: `flow.nodes.${nodes.findIndex(({ id }) => id === nodeId)}`, detail },
})

function readNames(file: Data, field: keyof NamedRows): RowNames {
  return Object.fromEntries(
    file.list(field, maxCounts.names).map((row) => [row.id('id') ?? row.refuse('id'), row.text('name')]),
  )
}

/** A file inside of the flow, with its place. */
interface ReadMedia extends ParsedMedia {
  place: string
}

function readMedia(file: Data, at: number): ReadMedia {
  const [id, name, mime, sha256] = [file.text('id'), file.text('name'), file.text('mime'), file.text('sha256')]
  if (!/^[\w-]{1,64}$/.test(id)) file.refuse('id', 'media')
  const bytes = decode(file)
  if (new Bun.CryptoHasher('sha256').update(bytes).digest('hex') !== sha256) file.refuse('sha256', 'media')
  return { id, name, mime, sha256, bytes, place: `media.${at}` }
}

function decode(file: Data): Uint8Array<ArrayBuffer> {
  const text = file.raw('data')
  if (typeof text !== 'string' || text === '') return file.refuse('data', 'media')
  try {
    return Uint8Array.fromBase64(text, { lastChunkHandling: 'strict' })
  } catch {
    return file.refuse('data', 'media')
  }
}

/** Sounds other than Opus that a node marks as voice messages; they are sent as ordinary audio until they are converted. */
function voiceNotes(content: StoredFlow, media: ReadMedia[]): ImportNote[] {
  const byId = new Map(media.map((each) => [each.id, each]))
  return readFlow(content).nodes.flatMap(({ id, kind, data }) => {
    const parts: object[] = kind === 'content' ? data.elements : [data]
    return parts.flatMap((part) => {
      const file = 'asVoice' in part && part.asVoice && 'mediaId' in part ? byId.get(String(part.mediaId)) : undefined
      return file && !mayBeVoice(file.mime) ? [noteOf(content, 'voiceAsAudio', id, file.name)] : []
    })
  })
}

interface UsedMedia {
  each: ReadMedia
  uses: Set<FileKind>
}

/** The files that the content sends. A file that the content names and the file does not contain becomes a note. */
function usedMedia(content: StoredFlow, media: ReadMedia[], notes: ImportNote[]): UsedMedia[] {
  const usesOf = new Map(media.map(({ id }) => [id, new Set<FileKind>()]))
  if (usesOf.size < media.length) throw new FlowFault({ reason: 'duplicateId', place: 'media' })
  for (const node of content.nodes) {
    const collect = (id: string, use: FileKind) => {
      if (usesOf.has(id)) usesOf.get(id)?.add(use)
      else if (id !== '') notes.push(noteOf(content, 'fileMissing', node.id, use))
      return id
    }
    mapReferences({ nodes: [node], connections: [] }, { ...emptyReferences, media: collect })
  }
  return media.map((each) => ({ each, uses: usesOf.get(each.id) as Set<FileKind> })).filter(({ uses }) => uses.size > 0)
}

/** @throws FlowFault for a file of another type than stated, or that its nodes may not send */
async function checkMedia({ bytes, mime, place }: ReadMedia, uses: Set<FileKind>, identify: Identify) {
  if ((await identify(bytes)) !== mime) throw new FlowFault({ reason: 'media', place: `${place}.mime` })
  for (const use of uses) {
    const { mime: allowed, bytes: maxBytes } = flowFiles[use]
    if (!allowed.test(mime)) throw new FlowFault({ reason: 'media', place: `${place}.mime` })
    if (bytes.length > maxBytes) throw new FlowFault({ reason: 'tooLarge', place })
  }
}
