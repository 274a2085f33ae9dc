import { ChevronRight, Copy, Pencil, Trash2 } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef } from 'react'
import { handlesOf, startId } from '../../../../../src/shared/flow/node'
import type { StoredNode } from '../../../../../src/shared/flow/read-node'
import { Button } from '../../../../components/button'
import { classes } from '../../../../lib/classes'
import { useTranslation } from '../../../../lib/use-translation'
import { useEditor } from '../editor/editor'
import { KindTile } from '../editor/kind-tile'
import { LintMark } from '../editor/lint-mark'
import { LintTexts } from '../editor/lint-texts'
import { useNodeLints } from '../editor/lints'
import { readCard } from '../editor/read-card'
import type { NodeName } from './use-node-name'
import { WaySelect } from './way-select'

interface OutlineRowProps {
  stored: StoredNode
  isOpen: boolean
  isTabStop: boolean
  nameOf: NodeName
  rows: StoredNode[]
  onRemove: () => void
}

/** One node of the outline; opened, it shows its ways out and actions. */
export function OutlineRow({ stored, isOpen, isTabStop, nameOf, rows, onRemove }: OutlineRowProps) {
  const editor = useEditor()
  const bodyId = useId()
  const head = useRef<HTMLButtonElement>(null)
  const { number, kind, text } = nameOf(stored)
  const lints = useNodeLints(stored.id)
  useEffect(() => {
    if (!isOpen) return
    // The whole row, and its head when the row is higher than the list.
    head.current?.parentElement?.scrollIntoView({ block: 'nearest' })
    head.current?.scrollIntoView({ block: 'nearest' })
    return focusAfterForm(head)
  }, [isOpen])
  const toggle = () => {
    editor.select(isOpen ? [] : [stored.id])
    if (!isOpen) editor.revealed.value = { id: stored.id }
  }
  return (
    <li className={classes('rounded-md border', isOpen ? 'border-info' : 'border-transparent')}>
      <button
        ref={head}
        type="button"
        data-row={stored.id}
        tabIndex={isTabStop ? 0 : -1}
        aria-expanded={isOpen}
        aria-controls={isOpen ? bodyId : undefined}
        onClick={toggle}
        onDoubleClick={() => editor.edit(stored.id)}
        className="flex min-h-control w-full items-center gap-2 rounded-md px-2 py-1 text-left hover:bg-hover focus-visible:-outline-offset-2 [&_svg]:size-4 [&_svg]:shrink-0"
      >
        <ChevronRight aria-hidden className={classes('text-muted transition-transform', isOpen && 'rotate-90')} />
        <KindTile kind={readCard(stored).kind} />
        <span className="min-w-0 flex-1 truncate">
          <span className="text-muted tabular-nums">{number}. </span>
          <span className="font-medium">{kind}</span>
          {text && <span className="text-muted"> {text}</span>}
        </span>
        <LintMark lints={lints} />
      </button>
      {isOpen && (
        <div id={bodyId} className="flex flex-col gap-3 px-3 pt-1 pb-3">
          <LintTexts lints={lints} />
          {handlesOf(readCard(stored)).map((handle) => (
            <WaySelect key={handle} stored={stored} handle={handle} rows={rows} nameOf={nameOf} />
          ))}
          {stored.id !== startId && <Actions stored={stored} onRemove={onRemove} />}
        </div>
      )}
    </li>
  )
}

/**
 * Focuses a row that was opened by a form: the form finds its button gone and gives the focus to the page, or to the row
 * of that button. A key pressed in between keeps the focus where it is.
 */
function focusAfterForm(head: RefObject<HTMLElement | null>) {
  let isKept = false
  const keep = () => {
    isKept = document.activeElement !== document.body
  }
  const timer = setTimeout(() => {
    const active = document.activeElement
    if (active === document.body || (!isKept && active?.matches('[data-row]'))) head.current?.focus()
  }, 50)
  document.addEventListener('keydown', keep, { capture: true })
  return () => {
    clearTimeout(timer)
    document.removeEventListener('keydown', keep, { capture: true })
  }
}

function Actions({ stored, onRemove }: { stored: StoredNode; onRemove: () => void }) {
  const { t } = useTranslation()
  const editor = useEditor()
  const edit = () => editor.edit(stored.id)
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" icon={<Pencil aria-hidden />} onClick={edit}>
        {t('flowBuilder.edit')}
      </Button>
      <Button size="sm" variant="quiet" icon={<Copy aria-hidden />} onClick={() => editor.duplicate([stored.id])}>
        {t('flowBuilder.duplicate')}
      </Button>
      <Button size="sm" variant="quiet" icon={<Trash2 aria-hidden />} onClick={onRemove}>
        {t('flowBuilder.remove')}
      </Button>
    </div>
  )
}
