import { maxMessage } from '../../../shared/flow/lints'
import { startId } from '../../../shared/flow/node'
import type { StoredEdge, StoredFlow } from '../../../shared/flow/read'
import type { StoredNode } from '../../../shared/flow/read-node'
import { cutText } from '../../../shared/text'
import type { ImportNote, NoteCode } from '../parsed'
import type { TypebotBlock } from './typebot-file'
import type { TypebotVariables } from './typebot-variables'

/** Distances between nodes in pixels. */
const grid = { x: 320, y: 220 }

/** The flow that a translation makes, and its notes. */
export class FlowBuilder {
  readonly notes: ImportNote[] = []
  private readonly nodes: StoredNode[] = []
  private readonly edges: StoredEdge[] = []
  private made = 0

  constructor(readonly variables: TypebotVariables) {}

  newId = () => `n${++this.made}`

  add(id: string, type: string, data: Record<string, unknown>) {
    this.nodes.push({ id, type, position: { x: 0, y: 0 }, data })
  }

  connect(source: string, handle: string, target: string | undefined) {
    if (target !== undefined)
      this.edges.push({ id: `${source}-${handle}-${target}`, source, sourceHandle: handle, target })
  }

  note(code: NoteCode, { place, label }: TypebotBlock, detail = '') {
    const about = detail === '' ? label : `${label}: ${detail}`
    this.notes.push({ code, place, detail: cutText(about, 300) })
  }

  /** A text of a block as a node has it: variables by their keys, within the length of a message. */
  text(block: TypebotBlock, text: string): string {
    const translated = this.variables.translate(text, (code) => this.note('codeLeftOut', block, code))
    if (translated.length > maxMessage) this.note('textCut', block)
    return cutText(translated, maxMessage)
  }

  /** The flow, laid out in columns by the distance from the start. */
  finish(): StoredFlow {
    const columns = this.columnOf()
    const rows = new Map<number, number>()
    const nodes = this.nodes.map((node) => {
      const column = columns.get(node.id) ?? 0
      const row = rows.get(column) ?? 0
      rows.set(column, row + 1)
      return { ...node, position: { x: column * grid.x, y: row * grid.y } }
    })
    return { nodes, connections: this.edges }
  }

  private columnOf(): Map<string, number> {
    const columns = new Map([[startId, 0]])
    const targets = Map.groupBy(this.edges, ({ source }) => source)
    const pending = [startId]
    for (let id = pending.shift(); id !== undefined; id = pending.shift())
      for (const { target } of targets.get(id) ?? []) {
        if (columns.has(target)) continue
        columns.set(target, (columns.get(id) as number) + 1)
        pending.push(target)
      }
    return columns
  }
}
