import type { Scope } from '../../../../core/scope'
import { AppError } from '../../../../shared/errors'
import { startId } from '../../../../shared/flow/node'
import { limits } from '../../../../shared/limits'
import { getFile, type StoredFile } from '../../../platform/media/files'
import { mediaOf, readContent } from '../content'
import type { FlowContent } from '../model'
import { getFlowWithContent } from '../read'
import { fileFormat } from './own-file'
import { mapReferences, withoutSecrets } from './references'

/**
 * GET /flowbuilder/flow/:id/export: the draft of a flow as one JSON file with its files in base64, streamed. Keys and the
 * values of headers stay here; `mayHaveMedia` false leaves the files out.
 * @throws ERR_NO_FLOW_FOUND, ERR_TOO_LARGE when the files together are larger than `limits.flowFileMedia`
 */
export async function exportFlow(scope: Scope, id: number, mayHaveMedia: boolean): Promise<Response> {
  const { name, flow } = await getFlowWithContent(scope, id)
  const content = withoutSecrets(flow ?? emptyFlow, () => {})
  const media = mayHaveMedia ? await filesOf(scope, content) : []
  const size = media.reduce((sum, file) => sum + file.size, 0)
  if (size > limits.flowFileMedia) throw new AppError('ERR_TOO_LARGE', { max: limits.flowFileMedia })
  const head = {
    ...heading,
    createdAt: new Date().toISOString(),
    name,
    flow: content,
    ...(await namesOf(scope, content)),
  }
  return fileAnswer(name, partsOf(scope, head, media))
}

const heading = { product: 'balcao', kind: 'flow', format: fileFormat }
const emptyFlow = {
  nodes: [{ id: startId, type: 'start', position: { x: 0, y: 0 }, data: { label: 'Inicio do fluxo' } }],
  connections: [],
}

/** Files of the content that exist; an import notes the others as missing. */
async function filesOf(scope: Scope, content: FlowContent): Promise<StoredFile[]> {
  const files: StoredFile[] = []
  for (const id of mediaOf(readContent(content))) {
    const row = await scope.db.select('media').select('id').where('id', '=', id).executeTakeFirst()
    const file = row && (await getFile(scope, id))
    if (file && (await Bun.file(await scope.ports.media.locate(file.path)).exists())) files.push(file)
  }
  return files
}

/** Tables of the rows that a content chooses, by the field of the file. */
const tables = { queues: 'queues', tags: 'tags', prompts: 'prompts', integrations: 'queue_integrations' } as const
type RowKind = keyof typeof tables

/** Names of the rows that the content chooses, by which an import finds its own. */
async function namesOf({ db }: Scope, content: FlowContent) {
  const chosen = {
    ...{ queues: new Set<number>(), tags: new Set<number>() },
    ...{ prompts: new Set<number>(), integrations: new Set<number>() },
  }
  const collect = (ids: Set<number>) => (id: string) => {
    if (id !== '') ids.add(Number(id))
    return null
  }
  mapReferences(content, {
    media: (id) => id,
    ...{ queue: collect(chosen.queues), tag: collect(chosen.tags) },
    ...{ prompt: collect(chosen.prompts), integration: collect(chosen.integrations) },
  })
  const rowsOf = (kind: RowKind) =>
    db
      .select(tables[kind])
      .select(['id', 'name'])
      .where('id', 'in', [...chosen[kind]])
      .execute()
  return {
    ...{ queues: await rowsOf('queues'), tags: await rowsOf('tags') },
    ...{ prompts: await rowsOf('prompts'), integrations: await rowsOf('integrations') },
  }
}

/** The JSON in parts: the fields of `head`, then each file in chunks of base64. */
async function* partsOf({ ports }: Scope, head: object, media: StoredFile[]): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"media":[`
  for (const [at, { id, originalName, mime, sha256, path }] of media.entries()) {
    const facts = JSON.stringify({ id, name: originalName, mime, sha256 })
    yield `${at === 0 ? '' : ','}${facts.slice(0, -1)},"data":"`
    yield* base64Of(await ports.media.locate(path))
    yield '"}'
  }
  yield ']}\n'
}

/** A multiple of 3, so that the base64 of the chunks joins without padding. */
const chunkBytes = 192 * 1024

async function* base64Of(path: string): AsyncGenerator<string> {
  const file = Bun.file(path)
  for (let at = 0; at < file.size; at += chunkBytes) yield (await file.slice(at, at + chunkBytes).bytes()).toBase64()
}

function fileAnswer(name: string, parts: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => void (await parts.return(undefined)),
  })
  return new Response(body, {
    headers: {
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="fluxo.json"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, percentCode)}.json`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

const percentCode = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
