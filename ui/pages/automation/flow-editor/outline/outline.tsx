import { type KeyboardEvent, useMemo, useRef } from 'react'
import { startId } from '../../../../../src/shared/flow/node'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { useEditor } from '../editor/editor'
import { outlineOrder } from '../editor/outline-order'
import { OutlineRow } from './outline-row'
import { useNodeName } from './use-node-name'

/**
 * The flow as a list, which edits the same as the canvas: one row for each node, in the order of the paths. Arrow keys
 * move between the rows; Enter opens one, Delete removes it.
 */
export function Outline() {
  const { t } = useTranslation()
  const editor = useEditor()
  const flow = useValue(editor.flow)
  const { nodes: selected } = useValue(editor.selection)
  const rows = useMemo(() => outlineOrder(flow), [flow])
  const nameOf = useNodeName(rows)
  const list = useRef<HTMLOListElement>(null)
  const openId = selected.size === 1 ? [...selected][0] : undefined
  const current = rows.some(({ id }) => id === openId) ? openId : rows[0]?.id

  const remove = (id: string) => {
    if (id === startId) return
    const at = rows.findIndex((row) => row.id === id)
    const next = rows[at + 1] ?? rows[at - 1]
    editor.remove([id])
    if (next) list.current?.querySelector<HTMLElement>(`[data-row="${next.id}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { row: id } = (event.target as HTMLElement).dataset
    if (!id || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Delete' || event.key === 'Backspace') remove(id)
    else if (!moveFocus(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <ol ref={list} aria-label={t('flowBuilder.outline')} onKeyDown={onKeyDown} className="flex flex-col gap-1 p-2">
      {rows.map((stored) => (
        <OutlineRow
          key={stored.id}
          stored={stored}
          isOpen={stored.id === openId}
          isTabStop={stored.id === current}
          nameOf={nameOf}
          rows={rows}
          onRemove={() => remove(stored.id)}
        />
      ))}
    </ol>
  )
}

/** Moves the focus to the row of an arrow key, Home or End; false for another key. */
function moveFocus({ key, currentTarget, target }: KeyboardEvent<HTMLElement>): boolean {
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.indexOf(target as HTMLElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key]
  if (to === undefined) return false
  rows[to]?.focus()
  return true
}
