import { FlowFault } from '../../../../../src/shared/flow/fault'
import { readNode, type StoredNode } from '../../../../../src/shared/flow/read-node'
import { useEditor } from '../editor/editor'
import type { HeldForm } from '../node-forms/node-fields'

interface Held extends HeldForm {
  key: number
  /** Data of the node that the form last made or was made of. */
  data: StoredNode['data']
}
/** Forms of the blocks that had the inspector, by node. */
export type HeldForms = Map<string, Held>

/**
 * The form of a block, and the function that takes over its data. A form is made anew when the block was changed
 * elsewhere, such as on its card or by undo. Data that the engine could not read stays in the form alone.
 */
export function useHeldForm(stored: StoredNode, forms: HeldForms) {
  const editor = useEditor()
  let held = forms.get(stored.id)
  if (held?.data !== stored.data) {
    held = { key: (held?.key ?? 0) + 1, data: stored.data }
    forms.set(stored.id, held)
  }
  const form = held
  const change = (data: StoredNode['data']) => {
    if (!isReadable({ ...stored, data })) return
    form.data = data
    editor.changeData(stored.id, data)
  }
  return { held: form, change }
}

function isReadable(node: StoredNode): boolean {
  try {
    readNode(node, 0)
    return true
  } catch (thrown) {
    if (thrown instanceof FlowFault) return false
    throw thrown
  }
}
