import type { StoredNode } from '../../../../../src/shared/flow/read-node'
import type { Editor, WayOut } from '../editor/editor'
import type { BlockType } from '../editor/kinds'
import { contentData, newPart } from '../node-forms/elements'

/** Adds an empty block behind a way out, beside the selected block or beside the last one, and opens its inspector. */
export function addBlock(editor: Editor, type: BlockType, from?: WayOut) {
  const id = editor.add({ type, data: emptyData(type) }, from)
  if (!id) return
  editor.revealed.value = { id }
  editor.edit(id)
}

/** Data of a new block: a menu has one option without text, a content one text. */
function emptyData(type: BlockType): StoredNode['data'] {
  if (type === 'menu') return { message: '', arrayOption: [{ number: 1, value: '' }] }
  return type === 'singleBlock' ? contentData([newPart('message')]) : {}
}
