import { maxMessage } from '../../../../../shared/flow/lints'
import type { StoredEdge, StoredFlow } from '../../../../../shared/flow/read'
import type { StoredNode } from '../../../../../shared/flow/read-node'
import { cutText } from '../../../../../shared/text'
import { layOut } from '../lay-out'
import type { ImportNote, NoteCode } from '../parsed'
import type { TypebotBlock } from './typebot-file'
import type { TypebotVariables } from './typebot-variables'

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

  /** The flow, laid out. */
  finish(): StoredFlow {
    return layOut({ nodes: this.nodes, connections: this.edges })
  }
}
