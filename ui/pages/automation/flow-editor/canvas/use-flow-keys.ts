import { useEffect } from 'react'
import { limits } from '../../../../../src/shared/limits'
import { toastInfo, toastWarning } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { clipText, readClip } from '../editor/clipboard'
import { type Editor, useEditor } from '../editor/editor'
import { copyOf } from '../editor/flow-changes'

/** Places whose keys are their own: fields, dialogs, menus. */
const ownKeyElements =
  'input:not([type=range]), textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox]'
const hasOwnKeys = ({ target }: Event) => target instanceof Element && target.closest(ownKeyElements) !== null

interface Commands {
  save: () => void
  search: () => void
  /** Moves the focus to the search of the block menu. */
  blocks: () => void
}

/**
 * Keys of the flow builder: B opens the block menu, Delete and Backspace remove, Ctrl or Cmd with Z, Y, A, D, S and F; copy, cut and paste by
 * the clipboard, also between flows. None of them while a field has the focus.
 */
export function useFlowKeys({ save, search, blocks }: Commands) {
  const { t } = useTranslation()
  const editor = useEditor()
  useEffect(() => {
    const stop = new AbortController()
    const options = { signal: stop.signal, capture: true }
    const listen = (name: 'copy' | 'cut' | 'paste', act: (event: ClipboardEvent) => boolean) =>
      document.addEventListener(name, (event) => !hasOwnKeys(event) && act(event) && event.preventDefault(), options)
    const copied = (event: ClipboardEvent) => {
      const count = copyTo(event, editor)
      if (count > 0) toastInfo(t('flowBuilder.copied', { count }))
      return count > 0
    }
    document.addEventListener(
      'keydown',
      (event) => {
        if (!isSave(event) && hasOwnKeys(event)) return
        const isDone = runKey(event, editor, { save, search, blocks })
        if (isDone) event.preventDefault()
      },
      options,
    )
    listen('copy', copied)
    listen('cut', (event) => copied(event) && editor.remove(editor.selection.peek().nodes))
    listen('paste', (event) => {
      const clip = readClip(event.clipboardData?.getData('text/plain') ?? '')
      if (clip && !editor.paste(clip)) toastWarning(t('flowBuilder.full', { max: limits.flowNodes }))
      return clip !== null
    })
    return () => stop.abort()
  }, [t, editor, save, search, blocks])
}

const isSave = (event: KeyboardEvent) => (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's'

/** True in a row of the outline, which removes its own node and moves the focus to the next row. */
const isInRow = ({ target }: Event) => target instanceof Element && target.closest('[data-row]') !== null

/** Runs the command of a key; false for a key without one. */
function runKey(event: KeyboardEvent, editor: Editor, { save, search, blocks }: Commands): boolean {
  const { nodes, edges } = editor.selection.peek()
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey
  if (!isCommand) {
    if (event.key.toLowerCase() === 'b' && !event.altKey && !event.shiftKey) {
      blocks()
      return true
    }
    const isRemoval = (event.key === 'Delete' || event.key === 'Backspace') && !event.altKey
    return isRemoval && !isInRow(event) && editor.remove(nodes, edges)
  }
  const commands: Record<string, () => unknown> = {
    z: event.shiftKey ? editor.redo : editor.undo,
    y: editor.redo,
    a: () => editor.select(editor.flow.peek().nodes.map(({ id }) => id)),
    d: () => editor.duplicate(nodes),
    s: save,
    f: search,
  }
  const command = commands[event.key.toLowerCase()]
  command?.()
  return command !== undefined
}

/** Puts the selected nodes into the clipboard; returns their number. Selected text of the page is copied as usual. */
function copyTo(event: ClipboardEvent, editor: Editor): number {
  if (!(getSelection()?.isCollapsed ?? true)) return 0
  const copy = copyOf(editor.flow.peek(), editor.selection.peek().nodes)
  if (copy.nodes.length > 0) event.clipboardData?.setData('text/plain', clipText(copy))
  return copy.nodes.length
}
