import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import { createContext, useContext } from 'react'
import type { Lint } from '../../../../../src/shared/flow/lints'
import { startId } from '../../../../../src/shared/flow/node'
import type { StoredFlow } from '../../../../../src/shared/flow/read'
import type { StoredNode } from '../../../../../src/shared/flow/read-node'
import { limits } from '../../../../../src/shared/limits'
import * as changes from './flow-changes'

/** Selected nodes and edges, by id. */
export interface Selection {
  nodes: ReadonlySet<string>
  edges: ReadonlySet<string>
}
const noSelection: Selection = { nodes: new Set(), edges: new Set() }

/** Marks that a panel draws on the canvas: the path of a trial, or shares of a replay. */
export interface Highlight {
  /** Node at which the trial stands. */
  current?: string
  nodes: ReadonlySet<string>
  /** Edges as `source/handle`. */
  edges: ReadonlySet<string>
  /** Short texts on nodes by id, and on edges as `source/handle`. */
  notes?: ReadonlyMap<string, string>
  /** Nodes that the flow does not have, drawn to be read only. */
  ghosts?: StoredNode[]
}

/** Way out to which a new node is connected, and the place where it is put. */
export interface WayOut {
  source: string
  handle: string
  position?: { x: number; y: number }
}

/** Steps that can be undone. */
const maxSteps = 200

export type Editor = ReturnType<typeof createEditor>

/**
 * State of one editor, shared by canvas, outline and panels: the flow, the selection and the history. Every change is
 * one step that `undo` takes back.
 */
export function createEditor(first: StoredFlow, flowId = 0) {
  const flow: Signal<StoredFlow> = signal(first)
  /** Flow as the server stores it; null when it stores none. */
  const saved = signal<StoredFlow | null>(first)
  const selection = signal<Selection>(noSelection)
  const past = signal<StoredFlow[]>([])
  const future = signal<StoredFlow[]>([])
  /** Node whose inspector was asked for and takes the focus; a new object each time. */
  const edited = signal<{ id: string } | null>(null)
  /** Node whose text is being changed on its card. */
  const textEdited = signal<string | null>(null)
  const highlight = signal<Highlight | null>(null)
  /** Node at which the newest conversation stopped by an error. */
  const failedNode = signal<string | null>(null)
  /** Node, or all of them, that the canvas brings into view; a new object each time. */
  const revealed = signal<{ id: string } | null>(null)
  const lints = signal<Lint[]>([])
  /** Nodes that name files or rows which the server does not have. */
  const missingRows = signal<ReadonlyMap<StoredNode, Lint>>(new Map())

  /** Subject of the last step, if the next step of the same subject continues it. */
  let subject = ''
  const setSelection = (nodes: Iterable<string>, edges: Iterable<string> = []) => {
    selection.value = { nodes: new Set(nodes), edges: new Set(edges) }
  }
  /** Selects; the inspector of a node that is no longer the only one ends, and with it the step of its changes. */
  const select = (nodes: Iterable<string>, edges: Iterable<string> = []) => {
    setSelection(nodes, edges)
    const { nodes: chosen } = selection.peek()
    const isAlone = (id: string | undefined) => id !== undefined && chosen.size === 1 && chosen.has(id)
    if (!isAlone(edited.peek()?.id)) edited.value = null
    if (!isAlone(textEdited.peek() ?? undefined)) textEdited.value = null
    subject = ''
  }
  const show = (next: StoredFlow) => {
    const ids = new Set(next.nodes.map(({ id }) => id))
    const edges = new Set(next.connections.map(({ id }) => id))
    const { nodes: chosen, edges: chosenEdges } = selection.peek()
    flow.value = next
    setSelection(chosen.intersection(ids), chosenEdges.intersection(edges))
    if (!ids.has(edited.peek()?.id ?? '')) edited.value = null
  }
  /**
   * Makes a change one step of the history; changes of one subject in a row are one step. Returns false for a change that
   * changes nothing or is beyond the limits.
   */
  const apply = (next: StoredFlow, about = ''): boolean => {
    const before = flow.peek()
    if (next === before) return false
    if (next.nodes.length > limits.flowNodes || next.connections.length > limits.flowEdges) return false
    const continues = about !== '' && about === subject
    subject = about
    batch(() => {
      if (!continues) past.value = [...past.peek().slice(1 - maxSteps), before]
      future.value = []
      show(next)
    })
    return true
  }
  /** Moves one step between the lists of the history. */
  const step = (from: Signal<StoredFlow[]>, to: Signal<StoredFlow[]>) => {
    const next = from.peek().at(-1)
    if (!next) return
    subject = ''
    batch(() => {
      from.value = from.peek().slice(0, -1)
      to.value = [...to.peek(), flow.peek()]
      show(next)
    })
  }
  const placeOfNew = (from?: WayOut) => {
    const chosen = [...selection.peek().nodes]
    return (
      from?.position ?? changes.freePlace(flow.peek(), from?.source ?? (chosen.length === 1 ? chosen[0] : undefined))
    )
  }
  const insert = (copy: StoredFlow): boolean => {
    const { flow: next, ids } = changes.paste(flow.peek(), copy)
    const isDone = apply(next)
    if (isDone) select(ids)
    // Copies stand right of everything, often beyond the edge of the canvas.
    if (isDone && ids[0]) revealed.value = { id: ids[0] }
    return isDone
  }

  return {
    /** Id of the flow's row. */
    flowId,
    flow: flow as ReadonlySignal<StoredFlow>,
    saved,
    selection: selection as ReadonlySignal<Selection>,
    edited: edited as ReadonlySignal<{ id: string } | null>,
    textEdited: textEdited as ReadonlySignal<string | null>,
    highlight,
    failedNode,
    revealed,
    lints: lints as ReadonlySignal<Lint[]>,
    missingRows,
    setLints(next: Lint[]) {
      if (JSON.stringify(next) !== JSON.stringify(lints.peek())) lints.value = next
    },
    isChanged: computed(() => flow.value !== saved.value),
    isFull: computed(() => flow.value.nodes.length >= limits.flowNodes),
    canUndo: computed(() => past.value.length > 0),
    canRedo: computed(() => future.value.length > 0),
    select,
    apply,
    undo: () => step(past, future),
    redo: () => step(future, past),
    node: (id: string): StoredNode | undefined => flow.peek().nodes.find((node) => node.id === id),
    /** Selects a node and opens its inspector with the focus in it. */
    edit(id: string) {
      select([id])
      edited.value = { id }
    },
    /** Ends the inspector that `edit` opened; the node stays selected. */
    endEdit() {
      edited.value = null
    },
    /** Begins, or ends with null, the change of a node's text on its card. */
    editText(id: string | null) {
      if (id) select([id])
      textEdited.value = id
    },
    /**
     * Adds a node, connected to a way out, and selects it: at the place of the way out, else beside its node, the selected
     * one or the last. Returns its id, or undefined when the flow is full.
     */
    add(node: changes.NewNode, from?: WayOut): string | undefined {
      const id = node.type === 'start' ? startId : changes.newId()
      let next = changes.addNode(flow.peek(), node, id)
      if (id !== startId) next = changes.move(next, new Map([[id, placeOfNew(from)]]))
      if (from) next = changes.connect(next, from.source, from.handle, id)
      const isAdded = apply(next)
      if (isAdded) select([id])
      return isAdded ? id : undefined
    },
    /** Replaces a node's data; changes of the same node in a row are one step. */
    changeData: (id: string, data: StoredNode['data']) =>
      apply(changes.changeData(flow.peek(), id, data), `data/${id}`),
    /** Connects a way out with a node, or with none. Arrow keys in a select try several in a row: one step. */
    connect(source: string, handle: string, target: string | null) {
      const now = flow.peek()
      const next = target ? changes.connect(now, source, handle, target) : changes.disconnect(now, source, handle)
      return apply(next, `${source}/${handle}`)
    },
    remove: (nodes: Iterable<string>, edges: Iterable<string> = []) => apply(changes.remove(flow.peek(), nodes, edges)),
    move: (positions: changes.Positions) => apply(changes.move(flow.peek(), positions)),
    duplicate: (nodes: Iterable<string>) => insert(changes.copyOf(flow.peek(), nodes)),
    paste: insert,
    /**
     * Takes over the data that the server stored, such as marks in place of secrets, without a step of the history. A flow
     * that was changed since it was sent stays as it is.
     */
    settle(sent: StoredFlow, stored: StoredFlow | null) {
      if (flow.peek() !== sent || !stored) {
        saved.value = sent
        return
      }
      const next = changes.withStoredData(sent, stored)
      batch(() => {
        saved.value = next
        flow.value = next
      })
    },
  }
}

const Context = createContext<Editor | null>(null)
export const EditorProvider = Context.Provider

/** Editor of the flow on screen. */
export function useEditor(): Editor {
  const editor = useContext(Context)
  if (!editor) throw new Error('useEditor() outside of the flow builder')
  return editor
}
