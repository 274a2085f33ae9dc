import { type Static, t } from 'elysia'
import { limits } from '../../../../shared/limits'
import { Flow, FlowContent } from '../model'
import { flowSources, noteCodes } from './parsed'

const code = t.UnionEnum(noteCodes)
const ImportNote = t.Object({ code, place: t.String(), detail: t.String() })

/** A flow made from a file: a draft, which nothing publishes. */
export const ImportedFlow = t.Object({
  flow: Flow,
  source: t.UnionEnum(flowSources),
  /** Parts that could not be taken over, at most `maxNotes`. */
  notes: t.Array(ImportNote),
  /** Number of notes beyond those. */
  furtherNotes: t.Number(),
})
export type ImportedFlow = Static<typeof ImportedFlow>

/** `name`: the flow's name for a file without one, such as the file's own name. */
export const FlowImportQuery = t.Object({ name: t.Optional(t.String({ maxLength: limits.fileName.max })) })

/** `media=none` leaves the files out. */
export const FlowExportQuery = t.Object({ media: t.Optional(t.Union([t.Literal('all'), t.Literal('none')])) })

const names = t.Array(t.Object({ id: t.Number(), name: t.String() }))
/** A flow as one file. `queues` to `integrations` are the names of the rows that its nodes choose. */
export const ExportedFlow = t.Object({
  product: t.Literal('balcao'),
  kind: t.Literal('flow'),
  format: t.Number(),
  createdAt: t.String(),
  name: t.String(),
  flow: FlowContent,
  queues: names,
  tags: names,
  prompts: names,
  integrations: names,
  /** `data` is the file in base64. */
  media: t.Array(
    t.Object({ id: t.String(), name: t.String(), mime: t.String(), sha256: t.String(), data: t.String() }),
  ),
})
