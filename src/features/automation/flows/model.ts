import { type Static, t } from 'elysia'
import { aliases, oneLineOfText, pageNumber } from '../../../core/http/schemas'
import { limits } from '../../../shared/limits'

/** A flow as returned by lists; `version` is the number of the published version. */
export const Flow = t.Object({
  id: t.Number(),
  name: t.String(),
  active: t.Boolean(),
  version: t.Nullable(t.Number()),
  /** The draft differs from the published version. */
  hasChanges: t.Boolean(),
  /** Time of the draft; null until it is first saved. */
  draftAt: t.Nullable(t.String()),
  createdAt: t.String(),
  updatedAt: t.String(),
})
export type Flow = Static<typeof Flow>

const id = t.String({ maxLength: 64 })
const coordinate = t.Number({ minimum: -1_000_000, maximum: 1_000_000 })
const StoredNode = t.Object({
  id,
  type: t.String({ minLength: 1, maxLength: 40 }),
  position: t.Object({ x: coordinate, y: coordinate }),
  data: t.Record(t.String({ maxLength: 100 }), t.Unknown()),
})
const StoredEdge = t.Object({
  id: t.String({ maxLength: 200 }),
  source: id,
  sourceHandle: t.Optional(t.Nullable(t.String({ maxLength: 20 }))),
  target: id,
})
const content = {
  nodes: t.Array(StoredNode, { maxItems: limits.flowNodes }),
  connections: t.Array(StoredEdge, { maxItems: limits.flowEdges }),
}
export const FlowContent = t.Object(content)
export type FlowContent = Static<typeof FlowContent>

/** A file that a flow names; `path` is a signed address, valid for one to two hours. */
export const FlowFile = t.Object({
  id: t.String(),
  path: t.String(),
  name: t.String(),
  mime: t.String(),
  size: t.Number(),
})
export type FlowFile = Static<typeof FlowFile>

/** A flow with the content that its editor shows; null until it is first saved. */
export const FlowWithContent = t.Composite([
  Flow,
  t.Object({
    flow: t.Nullable(FlowContent),
    files: t.Array(FlowFile),
    /** Newest failed run of the published version: its node and the reason. */
    lastFailure: t.Nullable(t.Object({ nodeId: t.Nullable(t.String()), end: t.String(), at: t.String() })),
  }),
])
export type FlowWithContent = Static<typeof FlowWithContent>

export const FlowVersion = t.Object({
  id: t.Number(),
  number: t.Number(),
  note: t.String(),
  userName: t.String(),
  createdAt: t.String(),
  isPublished: t.Boolean(),
})
export type FlowVersion = Static<typeof FlowVersion>

const name = t.String({ minLength: limits.flowName.min, maxLength: limits.flowName.max, pattern: oneLineOfText })
const flowId = t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
export const FlowInput = t.Object({ name })
/** A flow as it is read has its id as `id`. */
const asRead = aliases({ id: 'flowId' })
export const FlowPatch = t.Object({ flowId, name: t.Optional(name), active: t.Optional(t.Boolean()) }, asRead)
export type FlowPatch = Static<typeof FlowPatch>
/** `nodes` and `connections`: content of the copy in place of the stored draft; keys named by their marks are copied. */
export const FlowCopy = t.Object({
  flowId,
  nodes: t.Optional(content.nodes),
  connections: t.Optional(content.connections),
})
export type FlowCopy = Static<typeof FlowCopy>
export const SavedFlow = t.Object({ idFlow: flowId, ...content })

/** Time of the draft that the editor loaded; another one has been saved since when it differs. */
const draftAt = t.Optional(t.Nullable(t.String({ maxLength: 30 })))
export const DraftInput = t.Object({ ...content, draftAt })
export type DraftInput = Static<typeof DraftInput>
/** `acceptFailures`: publishes although test cases end elsewhere. */
export const PublishInput = t.Object({
  note: t.String({ maxLength: limits.flowNote.max }),
  acceptFailures: t.Optional(t.Boolean()),
  draftAt,
})
export type PublishInput = Static<typeof PublishInput>
export const RestoreInput = t.Object({ number: t.Integer({ minimum: 1, maximum: 1_000_000 }), draftAt })

/** Form of one file; `fromMe` and `body`, which other clients send, are not used. */
const unused = { fromMe: t.Optional(t.Unknown()), body: t.Optional(t.Unknown()) }
export const UploadForm = t.Object({ medias: t.Files({ minItems: 1, maxItems: 1 }), ...unused })
export const ContentForm = t.Object({ medias: t.Files({ minItems: 1, maxItems: limits.flowUploads }), ...unused })

export const FlowQuery = t.Object({
  searchParam: t.Optional(t.String({ maxLength: limits.search.max })),
  pageNumber,
  cursor: t.Optional(t.String({ maxLength: limits.nameCursor.max })),
})
export type FlowQuery = Static<typeof FlowQuery>

export const FlowLint = t.Object({ nodeId: t.String(), code: t.String(), detail: t.Optional(t.String()) })
