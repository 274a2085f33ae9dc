import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { QueueOption } from '../../../../src/features/automation/queues/options/model'
import { FloatingItem, FloatingMenu } from '../../../components/floating-menu'
import { IconButton } from '../../../components/icon-button'
import { classes } from '../../../lib/classes'
import { useTranslation } from '../../../lib/use-translation'
import type { TreeProps } from './option-tree'

interface OptionRowProps extends TreeProps {
  option: QueueOption
  /** Position in the menu and number of its options. */
  at: number
  count: number
}

/**
 * Row of the option tree. In edit mode it is reordered by dragging its handle, by arrow keys, or by the handle's menu.
 */
export function OptionRow({ tree, option, at, count, editing, chosen, onChoose }: OptionRowProps) {
  const { t } = useTranslation()
  const row = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const over = useOptionDrag({ row, handle, editing, option, at, drop: (moved, to) => void tree.move(moved, to) })
  const isChosen = chosen.id === option.id && !chosen.adding
  const [isOpen, setOpen] = useState(false)
  const move = async (step: number) => {
    setOpen(false)
    await tree.move(option, at + step)
    handle.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!step) return
    event.preventDefault()
    void move(step)
  }
  const onClose = (returns: boolean) => {
    setOpen(false)
    if (returns) handle.current?.focus()
  }
  return (
    <div
      ref={row}
      className={classes(
        'flex items-center rounded-md border-y-2 border-transparent',
        over === 'above' && 'border-t-accent',
        over === 'below' && 'border-b-accent',
        isChosen && 'bg-selected',
      )}
    >
      {editing && (
        <button
          ref={handle}
          type="button"
          aria-label={t('queues.moveOption', { name: option.title, at: at + 1, count })}
          aria-haspopup="menu"
          onClick={() => setOpen(count > 1)}
          onKeyDown={onKeyDown}
          className="flex h-control-sm w-6 shrink-0 cursor-grab items-center justify-center rounded-md text-faint hover:text-ink touch:w-11"
        >
          <GripVertical aria-hidden className="size-4" />
        </button>
      )}
      {isOpen && handle.current && (
        <FloatingMenu anchor={handle.current} label={option.title} onClose={onClose}>
          {at > 0 && (
            <FloatingItem icon={<ArrowUp aria-hidden />} label={t('queues.moveUp')} onSelect={() => void move(-1)} />
          )}
          {at < count - 1 && (
            <FloatingItem icon={<ArrowDown aria-hidden />} label={t('queues.moveDown')} onSelect={() => void move(1)} />
          )}
        </FloatingMenu>
      )}
      <button
        type="button"
        aria-current={isChosen || undefined}
        onClick={() => onChoose({ id: option.id, adding: false })}
        className={classes(
          'flex min-h-control-sm min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-left',
          !isChosen && 'hover:bg-hover',
        )}
      >
        <span className="shrink-0 rounded-sm border border-line px-1.5 text-muted text-xs tabular-nums">
          {option.option}
        </span>
        <span className="truncate">{option.title}</span>
      </button>
      {editing && (
        <IconButton
          size="sm"
          tone="danger"
          label={t('queues.deleteOption', { name: option.title })}
          onClick={() =>
            void tree.remove(option).then((gone) => gone && onChoose({ id: option.parentId, adding: false }))
          }
        >
          <Trash2 aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

interface DragOptions {
  row: RefObject<HTMLElement | null>
  handle: RefObject<HTMLElement | null>
  editing: boolean
  option: QueueOption
  at: number
  drop: (option: QueueOption, to: number) => void
}

/** Drag and drop within one menu; returns on which side of this row the dragged option would be inserted. */
function useOptionDrag(options: DragOptions): 'above' | 'below' | null {
  const [over, setOver] = useState<'above' | 'below' | null>(null)
  const last = useRef(options)
  last.current = options
  const { row, handle, editing } = options
  useEffect(() => {
    const [element, dragHandle] = [row.current, handle.current]
    if (!editing || !element || !dragHandle) return
    const sideOf = (clientY: number) => {
      const { top, height } = element.getBoundingClientRect()
      return clientY < top + height / 2 ? ('above' as const) : ('below' as const)
    }
    const stops = [
      draggable({
        element,
        dragHandle,
        getInitialData: () => ({ kind: 'option', option: last.current.option, at: last.current.at }),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source: { data } }) =>
          data.kind === 'option' && (data.option as QueueOption).parentId === last.current.option.parentId,
        onDrag: ({ location }) => setOver(sideOf(location.current.input.clientY)),
        onDragLeave: () => setOver(null),
        onDrop({ source: { data }, location }) {
          setOver(null)
          const from = data.at as number
          const { at, drop } = last.current
          const gap = sideOf(location.current.input.clientY) === 'above' ? at : at + 1
          drop(data.option as QueueOption, from < gap ? gap - 1 : gap)
        },
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [row, handle, editing])
  return over
}
